/// What the formats make of ``ExportSample``, with the histograms left out.
enum ExportGolden {
  static let json = #"""
    {
      "schema": "kymograph.bench/1",
      "valid": true,
      "reasons": [],
      "reasonKinds": [],
      "recording": "walk & \"run\".mcap",
      "inputDigest": null,
      "app": "DeviceCatalog",
      "mode": null,
      "machine": null,
      "arrivals": "constant, 1000.0 events/s",
      "seed": null,
      "plannedEvents": 2000,
      "events": 2000,
      "warmUpEvents": 0,
      "warmUp": "fixed",
      "warmUpMediansNanoseconds": [],
      "interrupted": false,
      "digest": "0123456789abcdef",
      "offeredRate": 1000,
      "achievedRate": 999.9949975237743,
      "measuredNanoseconds": {
        "from": 0,
        "to": 1999010000
      },
      "slipNanoseconds": {
        "p50": 0,
        "p99": 0,
        "max": 0
      },
      "slipHistogram": "HISTFAAA...",
      "deadlineNanoseconds": null,
      "drops": 0,
      "dropPlaces": [],
      "losses": [],
      "timerFloorNanoseconds": 0,
      "sampleInterval": 1,
      "measuringNanoseconds": null,
      "pinned": false,
      "process": null,
      "threads": {
        "availableCores": null,
        "generatorCore": null,
        "dispatcherCore": null,
        "generatorPinned": false,
        "dispatcherPinned": false
      },
      "device": {},
      "commands": [
        {
          "name": "accel",
          "count": 1800,
          "responseNanoseconds": {
            "p50": 10007,
            "p90": 10007,
            "p99": 10007,
            "p999": null,
            "p9999": null,
            "max": 8003583
          },
          "serviceNanoseconds": {
            "p50": 10007,
            "p99": 10007,
            "trimmedMean": 10003.5
          },
          "slipNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": 0,
            "p999": null,
            "p9999": null,
            "max": 0
          },
          "queueNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": 0,
            "p999": null,
            "p9999": null,
            "max": 7000063
          },
          "replies": 0,
          "replyNanoseconds": {
            "p50": null,
            "p90": null,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": null
          },
          "missedDeadlines": null,
          "ageNanoseconds": {
            "p50": 10007,
            "p90": 10007,
            "p99": 10007,
            "p999": null,
            "p9999": null,
            "max": 8003583
          },
          "jitterNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": 0,
            "p999": null,
            "p9999": null,
            "max": 7991295
          },
          "statuses": {
            "completed": 1800,
            "validationFailed": 0,
            "exited": 0,
            "failed": 0,
            "unknownCommand": 0,
            "malformed": 0
          },
          "responseHistogram": "HISTFAAA...",
          "serviceHistogram": "HISTFAAA...",
          "replyHistogram": "HISTFAAA...",
          "slipHistogram": "HISTFAAA...",
          "queueHistogram": "HISTFAAA...",
          "jitterHistogram": "HISTFAAA..."
        },
        {
          "name": "a \"b\", <c>|%\u0007é",
          "count": 200,
          "responseNanoseconds": {
            "p50": 10007,
            "p90": 10007,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 10007
          },
          "serviceNanoseconds": {
            "p50": 10007,
            "p99": null,
            "trimmedMean": 10003.5
          },
          "slipNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 0
          },
          "queueNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 0
          },
          "replies": 0,
          "replyNanoseconds": {
            "p50": null,
            "p90": null,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": null
          },
          "missedDeadlines": null,
          "ageNanoseconds": {
            "p50": 10007,
            "p90": 10007,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 10007
          },
          "jitterNanoseconds": {
            "p50": 0,
            "p90": 0,
            "p99": null,
            "p999": null,
            "p9999": null,
            "max": 0
          },
          "statuses": {
            "completed": 200,
            "validationFailed": 0,
            "exited": 0,
            "failed": 0,
            "unknownCommand": 0,
            "malformed": 0
          },
          "responseHistogram": "HISTFAAA...",
          "serviceHistogram": "HISTFAAA...",
          "replyHistogram": "HISTFAAA...",
          "slipHistogram": "HISTFAAA...",
          "queueHistogram": "HISTFAAA...",
          "jitterHistogram": "HISTFAAA..."
        }
      ],
      "tail": null,
      "stalls": null,
      "hiccups": null
    }

    """#

  static let hlog = #"""
    #[Logged with kymograph 0.1.0]
    #[Histogram log format version 1.3]
    #[StartTime: 1441812279.474 (seconds since epoch), Wed Sep 09 15:24:39 UTC 2015]
    "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
    Tag=accel,0.000,1.999,8.004,HISTFAAA...
    Tag=a%20"b"%2C%20<c>|%25?é,0.000,1.999,0.010,HISTFAAA...

    """#

  static let githubBenchmarkBigger = #"""
    [
      {
        "name": "achieved rate",
        "value": 999.9949975237743,
        "unit": "events/s",
        "extra": "offered 1000 events/s, constant, 1000.0 events/s"
      }
    ]

    """#

  static let bencher = #"""
    {
      "accel": {
        "response-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p99": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 80063
        },
        "service-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p99": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        }
      },
      "a \"b\", <c>|%?é": {
        "response-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        }
      },
      "(run)": {
        "throughput": {
          "value": 999.9949975237743
        }
      }
    }

    """#

  static let junit = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="kymo bench" tests="8" failures="0" errors="0" time="1.999">
      <testsuite name="kymo bench" tests="8" failures="0" errors="0" skipped="0" time="1.999" timestamp="2015-09-09T15:24:39">
        <properties>
          <property name="program" value="kymograph 0.1.0"/>
          <property name="recording" value="walk &amp; &quot;run&quot;.mcap"/>
          <property name="app" value="DeviceCatalog"/>
          <property name="commit" value="abc123"/>
          <property name="arrivals" value="constant, 1000.0 events/s"/>
          <property name="digest" value="0123456789abcdef"/>
          <property name="valid" value="true"/>
          <property name="offeredRate" value="1000"/>
          <property name="achievedRate" value="999.9949975237743"/>
        </properties>
        <testcase classname="kymo.bench.run" name="the whole plan was offered" time="0"/>
        <testcase classname="kymo.bench.run" name="events were measured" time="0"/>
        <testcase classname="kymo.bench.run" name="the offered rate was achieved" time="0"/>
        <testcase classname="kymo.bench.run" name="the generator kept to its schedule" time="0"/>
        <testcase classname="kymo.bench.run" name="no event was lost" time="0"/>
        <testcase classname="kymo.bench.run" name="no time was out of range" time="0"/>
        <testcase classname="kymo.bench.command" name="accel" time="0.000030155">
          <system-out>1800 events
    response p50 10007 ns
    response p90 10007 ns
    response p99 10007 ns
    response max 8003583 ns
    service p50 10007 ns
    service p90 10007 ns
    service p99 10007 ns</system-out>
        </testcase>
        <testcase classname="kymo.bench.command" name="a &quot;b&quot;, &lt;c&gt;|%?é" time="0.000010004">
          <system-out>200 events
    response p50 10007 ns
    response p90 10007 ns
    response max 10007 ns
    service p50 10007 ns
    service p90 10007 ns</system-out>
        </testcase>
      </testsuite>
    </testsuites>

    """#

  static let githubSummary = #"""
    ### kymo bench: valid

    Response time in µs from when each event was due.

    | command | count | p50 | p90 | p99 | p99.9 | p99.99 | max | service p99 | reply p99 |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    | accel | 1800 | 10.007 | 10.007 | 10.007 | - | - | 8003.583 | 10.007 | - |
    | a "b", \<c\>\|%?é | 200 | 10.007 | 10.007 | - | - | - | 10.007 | - | - |

    Offered 1000.0 events/s, achieved 1000.0 events/s; 2000 events of walk \& "run".mcap, digest `0123456789abcdef`.

    """#

  static let otavaCSV = #"""
    time,commit,valid,offered_rate,achieved_rate,accel.response_p50_ns,accel.response_p90_ns,accel.response_p99_ns,accel.response_p999_ns,accel.response_p9999_ns,accel.service_p50_ns,accel.service_p90_ns,accel.service_p99_ns,accel.service_p999_ns,accel.service_p9999_ns,accel.reply_p50_ns,accel.reply_p90_ns,accel.reply_p99_ns,accel.reply_p999_ns,accel.reply_p9999_ns,"a ""b"", <c>|%?é.response_p50_ns","a ""b"", <c>|%?é.response_p90_ns","a ""b"", <c>|%?é.response_p99_ns","a ""b"", <c>|%?é.response_p999_ns","a ""b"", <c>|%?é.response_p9999_ns","a ""b"", <c>|%?é.service_p50_ns","a ""b"", <c>|%?é.service_p90_ns","a ""b"", <c>|%?é.service_p99_ns","a ""b"", <c>|%?é.service_p999_ns","a ""b"", <c>|%?é.service_p9999_ns","a ""b"", <c>|%?é.reply_p50_ns","a ""b"", <c>|%?é.reply_p90_ns","a ""b"", <c>|%?é.reply_p99_ns","a ""b"", <c>|%?é.reply_p999_ns","a ""b"", <c>|%?é.reply_p9999_ns"
    2015-09-09 15:24:39 +0000,abc123,1,1000,999.9949975237743,10007,10007,10007,,,10007,10007,10007,,,,,,,,10007,10007,,,,10007,10007,,,,,,,,

    """#

  static let jmh = #"""
    [{"jmhVersion":"1.37","benchmark":"kymo.bench.accel","mode":"sample","threads":1,"forks":1,"jvm":"","jvmArgs":[],"jdkVersion":"","vmName":"kymograph 0.1.0","vmVersion":"","warmupIterations":1,"warmupTime":"0.000 s","warmupBatchSize":1,"measurementIterations":1,"measurementTime":"1.999 s","measurementBatchSize":1,"params":{"arrivals":"constant, 1000.0 events/s"},"primaryMetric":{"score":30155.31333333333,"scoreError":"NaN","scoreConfidence":["NaN","NaN"],"scorePercentiles":{"0.0":10000,"50.0":10007,"90.0":10007,"99.0":10007,"100.0":8003583},"scoreUnit":"ns/op","rawDataHistogram":[[[[10007,1791],[80063,1],[1070079,1],[2060287,1],[3051519,1],[4040703,1],[5033983,1],[6021119,1],[7012351,1],[8003583,1]]]]},"secondaryMetrics":{"service":{"score":14443.74,"scoreError":"NaN","scoreConfidence":["NaN","NaN"],"scorePercentiles":{"0.0":10000,"50.0":10007,"90.0":10007,"99.0":10007,"100.0":8003583},"scoreUnit":"ns/op","rawDataHistogram":[[[[10007,1799],[8003583,1]]]]}}},{"jmhVersion":"1.37","benchmark":"kymo.bench.a \"b\", <c>|%?é","mode":"sample","threads":1,"forks":1,"jvm":"","jvmArgs":[],"jdkVersion":"","vmName":"kymograph 0.1.0","vmVersion":"","warmupIterations":1,"warmupTime":"0.000 s","warmupBatchSize":1,"measurementIterations":1,"measurementTime":"1.999 s","measurementBatchSize":1,"params":{"arrivals":"constant, 1000.0 events/s"},"primaryMetric":{"score":10004,"scoreError":"NaN","scoreConfidence":["NaN","NaN"],"scorePercentiles":{"0.0":10000,"50.0":10007,"90.0":10007,"100.0":10007},"scoreUnit":"ns/op","rawDataHistogram":[[[[10007,200]]]]},"secondaryMetrics":{"service":{"score":10004,"scoreError":"NaN","scoreConfidence":["NaN","NaN"],"scorePercentiles":{"0.0":10000,"50.0":10007,"90.0":10007,"100.0":10007},"scoreUnit":"ns/op","rawDataHistogram":[[[[10007,200]]]]}}}]

    """#

  static let openMetrics = #"""
    # TYPE kymo_bench info
    # HELP kymo_bench What was measured.
    kymo_bench_info{app="DeviceCatalog",arrivals="constant, 1000.0 events/s",commit="abc123",digest="0123456789abcdef",program="kymograph 0.1.0",recording="walk & \"run\".mcap"} 1
    # TYPE kymo_bench_valid gauge
    # HELP kymo_bench_valid Whether the figures may be compared.
    kymo_bench_valid 1
    # TYPE kymo_bench_offered_rate gauge
    # HELP kymo_bench_offered_rate Events per second that were due.
    kymo_bench_offered_rate 1000
    # TYPE kymo_bench_achieved_rate gauge
    # HELP kymo_bench_achieved_rate Events per second that were done.
    kymo_bench_achieved_rate 999.9949975237743
    # TYPE kymo_bench_dropped_events gauge
    # HELP kymo_bench_dropped_events Events that were lost, by place.
    kymo_bench_dropped_events{place="queue, newest"} 0
    kymo_bench_dropped_events{place="queue, oldest"} 0
    kymo_bench_dropped_events{place="queue, late"} 0
    kymo_bench_dropped_events{place="queue, abandoned"} 0
    kymo_bench_dropped_events{place="never sent"} 0
    kymo_bench_dropped_events{place="sent, never answered"} 0
    # TYPE kymo_bench_slip_seconds summary
    # UNIT kymo_bench_slip_seconds seconds
    # HELP kymo_bench_slip_seconds From when an event was due to the queue.
    kymo_bench_slip_seconds{quantile="0.5"} 0
    kymo_bench_slip_seconds{quantile="0.9"} 0
    kymo_bench_slip_seconds{quantile="0.99"} 0
    kymo_bench_slip_seconds_count 2000
    kymo_bench_slip_seconds_sum 0
    # TYPE kymo_bench_response_seconds summary
    # UNIT kymo_bench_response_seconds seconds
    # HELP kymo_bench_response_seconds From when an event was due to its end.
    kymo_bench_response_seconds{command="accel",quantile="0.5"} 1.0007e-05
    kymo_bench_response_seconds{command="accel",quantile="0.9"} 1.0007e-05
    kymo_bench_response_seconds{command="accel",quantile="0.99"} 1.0007e-05
    kymo_bench_response_seconds_count{command="accel"} 1800
    kymo_bench_response_seconds_sum{command="accel"} 0.054279564
    kymo_bench_response_seconds{command="a \"b\", <c>|%?é",quantile="0.5"} 1.0007e-05
    kymo_bench_response_seconds{command="a \"b\", <c>|%?é",quantile="0.9"} 1.0007e-05
    kymo_bench_response_seconds_count{command="a \"b\", <c>|%?é"} 200
    kymo_bench_response_seconds_sum{command="a \"b\", <c>|%?é"} 0.0020008
    # TYPE kymo_bench_response_max_seconds gauge
    # UNIT kymo_bench_response_max_seconds seconds
    # HELP kymo_bench_response_max_seconds The longest response time.
    kymo_bench_response_max_seconds{command="accel"} 0.008003583
    kymo_bench_response_max_seconds{command="a \"b\", <c>|%?é"} 1.0007e-05
    # TYPE kymo_bench_service_seconds summary
    # UNIT kymo_bench_service_seconds seconds
    # HELP kymo_bench_service_seconds What the handlers took.
    kymo_bench_service_seconds{command="accel",quantile="0.5"} 1.0007e-05
    kymo_bench_service_seconds{command="accel",quantile="0.9"} 1.0007e-05
    kymo_bench_service_seconds{command="accel",quantile="0.99"} 1.0007e-05
    kymo_bench_service_seconds_count{command="accel"} 1800
    kymo_bench_service_seconds_sum{command="accel"} 0.025998732
    kymo_bench_service_seconds{command="a \"b\", <c>|%?é",quantile="0.5"} 1.0007e-05
    kymo_bench_service_seconds{command="a \"b\", <c>|%?é",quantile="0.9"} 1.0007e-05
    kymo_bench_service_seconds_count{command="a \"b\", <c>|%?é"} 200
    kymo_bench_service_seconds_sum{command="a \"b\", <c>|%?é"} 0.0020008
    # TYPE kymo_bench_reply_seconds summary
    # UNIT kymo_bench_reply_seconds seconds
    # HELP kymo_bench_reply_seconds From when a request was due to its reply.
    # EOF

    """#

  static let invalidJUnit = #"""
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="kymo bench" tests="8" failures="1" errors="0" time="1.999">
      <testsuite name="kymo bench" tests="8" failures="1" errors="0" skipped="0" time="1.999" timestamp="2015-09-09T15:24:39">
        <properties>
          <property name="program" value="kymograph 0.1.0"/>
          <property name="recording" value="walk &amp; &quot;run&quot;.mcap"/>
          <property name="app" value="DeviceCatalog"/>
          <property name="commit" value="abc123"/>
          <property name="arrivals" value="constant, 1000.0 events/s"/>
          <property name="digest" value="0123456789abcdef"/>
          <property name="valid" value="false"/>
          <property name="offeredRate" value="1000"/>
          <property name="achievedRate" value="997.4937594109084"/>
        </properties>
        <testcase classname="kymo.bench.run" name="the whole plan was offered" time="0"/>
        <testcase classname="kymo.bench.run" name="events were measured" time="0"/>
        <testcase classname="kymo.bench.run" name="the offered rate was achieved" time="0"/>
        <testcase classname="kymo.bench.run" name="the generator kept to its schedule" time="0"/>
        <testcase classname="kymo.bench.run" name="no event was lost" time="0">
          <failure message="5 events were lost (queue, newest)" type="invalid">INVALID: 5 events were lost (queue, newest)</failure>
        </testcase>
        <testcase classname="kymo.bench.run" name="no time was out of range" time="0"/>
        <testcase classname="kymo.bench.command" name="accel" time="0.000024501">
          <system-out>1795 events
    response p50 10007 ns
    response p90 10007 ns
    response p99 10007 ns
    response max 8003583 ns
    service p50 10007 ns
    service p90 10007 ns
    service p99 10007 ns</system-out>
        </testcase>
        <testcase classname="kymo.bench.command" name="a &quot;b&quot;, &lt;c&gt;|%?é" time="0.000010004">
          <system-out>200 events
    response p50 10007 ns
    response p90 10007 ns
    response max 10007 ns
    service p50 10007 ns
    service p90 10007 ns</system-out>
        </testcase>
      </testsuite>
    </testsuites>

    """#

  static let invalidSummary = #"""
    ### kymo bench: INVALID

    > [!CAUTION]
    > Do not compare these figures with others.
    > - 5 events were lost (queue, newest)

    Response time in µs from when each event was due.

    | command | count | p50 | p90 | p99 | p99.9 | p99.99 | max | service p99 | reply p99 |
    |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    | accel | 1795 | 10.007 | 10.007 | 10.007 | - | - | 8003.583 | 10.007 | - |
    | a "b", \<c\>\|%?é | 200 | 10.007 | 10.007 | - | - | - | 10.007 | - | - |

    Offered 1000.0 events/s, achieved 997.5 events/s; 1995 events of walk \& "run".mcap, digest `0123456789abcdef`.

    """#

  static let invalidHlog = #"""
    #[Logged with kymograph 0.1.0]
    #[Histogram log format version 1.3]
    #[StartTime: 1441812279.474 (seconds since epoch), Wed Sep 09 15:24:39 UTC 2015]
    #[INVALID: 5 events were lost (queue, newest)]
    "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
    Tag=accel,0.000,1.999,8.004,HISTFAAA...
    Tag=a%20"b"%2C%20<c>|%25?é,0.000,1.999,0.010,HISTFAAA...

    """#

  static let invalidBencher = #"""
    {
      "accel-bencher-ignore": {
        "response-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p99": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p99": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        }
      },
      "a \"b\", <c>|%?é-bencher-ignore": {
        "response-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "response-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p50": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        },
        "service-p90": {
          "value": 10007,
          "lower_value": 10007,
          "upper_value": 10007
        }
      },
      "(run)-bencher-ignore": {
        "throughput": {
          "value": 997.4937594109084
        }
      }
    }

    """#
}
