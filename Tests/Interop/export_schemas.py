"""JSON schemas of the formats that kymo bench exports, written from what their readers demand."""

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
COUNT = {"type": "integer", "minimum": 0}
FLAG = {"type": "boolean"}


def obj(required, optional=None, extra=False):
    """An object with these members and, unless `extra`, no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": extra,
    }


def array(items, **limits):
    return {"type": "array", "items": items, **limits}


# github-action-benchmark validates customSmallerIsBetter and customBiggerIsBetter like this.
GITHUB_BENCHMARK = array(
    obj({"name": TEXT, "value": NUMBER, "unit": TEXT}, {"range": TEXT, "extra": TEXT})
)

# Bencher Metric Format: benchmark, measure, metric.
BENCHER = {
    "type": "object",
    "propertyNames": {"minLength": 1, "maxLength": 1024},
    "additionalProperties": {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"pattern": "^[a-z0-9-]{1,64}$"},
        "additionalProperties": obj(
            {"value": NUMBER}, {"lower_value": NUMBER, "upper_value": NUMBER}
        ),
    },
}

ROW = {
    "name": TEXT,
    "family_index": COUNT,
    "per_family_instance_index": COUNT,
    "run_name": TEXT,
    "repetitions": COUNT,
    "threads": COUNT,
    "iterations": COUNT,
    "real_time": NUMBER,
    "cpu_time": NUMBER,
    "time_unit": {"const": "ns"},
}
ERROR = {"error_occurred": FLAG, "error_message": TEXT}
GOOGLE_BENCHMARK = obj(
    {
        "context": obj(
            {
                "date": TEXT,
                "host_name": TEXT,
                "executable": TEXT,
                "num_cpus": COUNT,
                "mhz_per_cpu": NUMBER,
                "cpu_scaling_enabled": FLAG,
                "caches": array(obj({"type": TEXT, "level": COUNT, "size": COUNT})),
                "load_avg": array(NUMBER),
                "library_build_type": {"enum": ["release", "debug"]},
                "json_schema_version": {"const": 1},
            },
            extra=True,
        ),
        "benchmarks": array(
            {
                "anyOf": [
                    obj(
                        {
                            **ROW,
                            "run_type": {"const": "iteration"},
                            "repetition_index": COUNT,
                            "offered_rate": NUMBER,
                            "achieved_rate": NUMBER,
                            "user_ns": COUNT,
                            "system_ns": COUNT,
                            "voluntary_switches": COUNT,
                            "involuntary_switches": COUNT,
                            "minor_faults": COUNT,
                            "major_faults": COUNT,
                            "peak_resident_bytes": COUNT,
                        },
                        # Instructions only where the processor counts them.
                        {**ERROR, "instructions": COUNT},
                    ),
                    obj(
                        {
                            **ROW,
                            "run_type": {"const": "aggregate"},
                            "aggregate_name": {"enum": ["mean", "median", "stddev", "cv"]},
                            "aggregate_unit": {"enum": ["time", "percentage"]},
                        },
                        ERROR,
                    ),
                ]
            }
        ),
    }
)

NOT_A_NUMBER = {"anyOf": [NUMBER, {"const": "NaN"}]}
PAIR = array(NUMBER, minItems=2, maxItems=2)
METRIC = obj(
    {
        "score": NOT_A_NUMBER,
        "scoreError": NOT_A_NUMBER,
        "scoreConfidence": array(NOT_A_NUMBER, minItems=2, maxItems=2),
        "scorePercentiles": {
            "type": "object",
            "propertyNames": {"pattern": r"^\d+\.\d+$"},
            "additionalProperties": NUMBER,
        },
        "scoreUnit": TEXT,
    },
    {"rawData": array(array(NUMBER)), "rawDataHistogram": array(array(array(PAIR)))},
)
JMH = array(
    obj(
        {
            "jmhVersion": TEXT,
            "benchmark": TEXT,
            "mode": {"enum": ["thrpt", "avgt", "sample", "ss"]},
            "threads": COUNT,
            "forks": COUNT,
            "jvm": TEXT,
            "jvmArgs": array(TEXT),
            "jdkVersion": TEXT,
            "vmName": TEXT,
            "vmVersion": TEXT,
            "warmupIterations": COUNT,
            "warmupTime": TEXT,
            "warmupBatchSize": COUNT,
            "measurementIterations": COUNT,
            "measurementTime": TEXT,
            "measurementBatchSize": COUNT,
            "primaryMetric": METRIC,
            "secondaryMetrics": {"type": "object", "additionalProperties": METRIC},
        },
        {"params": {"type": "object", "additionalProperties": TEXT}},
    )
)
