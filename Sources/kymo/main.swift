import Glibc

exit(CommandLineTool.kymo.runProcess(arguments: Array(CommandLine.arguments.dropFirst())))
