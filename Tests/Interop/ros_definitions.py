"""Definitions of ROS 2 that those of other messages end with."""

HEADER = """================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
"""
VECTOR = """================================================================================
MSG: geometry_msgs/Vector3
float64 x
float64 y
float64 z
"""
