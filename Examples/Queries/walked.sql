WITH fix AS (
  SELECT
    radians(latitude) AS b, radians(longitude) AS l,
    lag(radians(latitude)) OVER later AS b0, lag(radians(longitude)) OVER later AS l0
  FROM locations WINDOW later AS (ORDER BY time_ns)
)
SELECT round(sum(2 * 6371009 * asin(sqrt(
    pow(sin((b - b0) / 2), 2) + cos(b0) * cos(b) * pow(sin((l - l0) / 2), 2)
  )))) AS metres
FROM fix;
