#pragma once
#include <pcap/pcap.h>
#include <stdio.h>

// A macro of a number does not say its type.
static inline pcap_t *kymo_pcap_open(FILE *file, char *problem) {
  return pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, problem);
}

// The next packet: 1 if there is one, 0 at the end, -1 for an error. Times are in seconds and ns.
static inline int kymo_pcap_next(pcap_t *file, int64_t *seconds, int64_t *nanoseconds,
                                 uint32_t *captured, uint32_t *original,
                                 const unsigned char **bytes) {
  struct pcap_pkthdr *header = NULL;
  int result = pcap_next_ex(file, &header, bytes);
  if (result == PCAP_ERROR_BREAK) return 0;
  if (result != 1) return -1;
  *seconds = header->ts.tv_sec;
  *nanoseconds = header->ts.tv_usec;
  *captured = header->caplen;
  *original = header->len;
  return 1;
}

// The time of a packet in units of its capture, of which a second has so many. The members of a timeval belong to
// whichever module of C the compiler has seen first.
static inline int64_t kymo_pcap_time(const struct pcap_pkthdr *header, int64_t units) {
  return (int64_t)((uint64_t)header->ts.tv_sec * (uint64_t)units + (uint64_t)header->ts.tv_usec);
}
