// The main function of a fuzzer that is fed its kept inputs and nothing else, built without libFuzzer, so that the libraries
// of the debug build are not compiled once more: FUZZER FOLDER.
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *start, size_t count);

// As libFuzzer is told by -max_len.
enum { MOST_BYTES = 4096 };
// So many seconds an input may take.
enum { PATIENCE = 60 };

static void fail(const char *path) {
  fprintf(stderr, "%s: %s\n", path, strerror(errno));
  exit(1);
}

static int run(int count, char **arguments) {
  if (count != 2 || chdir(arguments[1]) != 0) fail(count == 2 ? arguments[1] : "FUZZER FOLDER");
  struct dirent **entries;
  int number = scandir(".", &entries, NULL, alphasort);
  if (number < 0) fail(arguments[1]);
  int inputs = 0;
  for (int index = 0; index < number; index += 1) {
    const char *name = entries[index]->d_name;
    if (name[0] == '.') continue;
    FILE *file = fopen(name, "rb");
    if (file == NULL) fail(name);
    // Of its own length, so that a tool for memory sees what is read behind it.
    uint8_t bytes[MOST_BYTES];
    size_t length = fread(bytes, 1, MOST_BYTES, file);
    if (ferror(file)) fail(name);
    fclose(file);
    uint8_t *input = malloc(length > 0 ? length : 1);
    if (input == NULL) fail(name);
    memcpy(input, bytes, length);
    // A trap names no input: the last one that is said is at fault.
    printf("%s\n", name);
    fflush(stdout);
    alarm(PATIENCE);
    LLVMFuzzerTestOneInput(input, length);
    alarm(0);
    free(input);
    inputs += 1;
  }
  printf("%d inputs\n", inputs);
  return inputs > 0 ? 0 : 1;
}

// What SwiftPM takes for the main function of each program.
#define ENTRY(name) \
  int name##_main(int count, char **arguments) { return run(count, arguments); }
ENTRY(FuzzCallURL)
ENTRY(FuzzCapture)
ENTRY(FuzzEvents)
ENTRY(FuzzForeignMCAP)
ENTRY(FuzzMessage)
ENTRY(FuzzNMEA)
ENTRY(FuzzPackets)
ENTRY(FuzzProfile)
ENTRY(FuzzQueue)
ENTRY(FuzzReply)
ENTRY(FuzzReports)
ENTRY(FuzzRequest)
ENTRY(FuzzScript)
ENTRY(FuzzSensors)
ENTRY(FuzzStreams)
ENTRY(FuzzTables)
ENTRY(FuzzTrackXML)
