WITH
  call AS MATERIALIZED (SELECT source, number, command, time_ns FROM requests),
  answer AS (
    SELECT source, number, min(time_ns) AS time_ns FROM replies
    WHERE number IS NOT NULL GROUP BY source, number
  ),
  slow AS MATERIALIZED (
    SELECT command, call.time_ns, answer.time_ns - call.time_ns AS waited
    FROM call JOIN answer USING (source, number) ORDER BY waited DESC, call.time_ns LIMIT 10
  )
SELECT command, waited / 1e6 AS waited_ms, (
    SELECT round(max(sqrt(x * x + y * y + z * z)), 2) FROM accelerations AS sample
    WHERE sample.time_ns BETWEEN slow.time_ns - 1000000000 AND slow.time_ns
  ) AS strongest
FROM slow;
