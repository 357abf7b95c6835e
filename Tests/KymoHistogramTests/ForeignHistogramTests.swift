import KymoHistogram
import Testing

/// Histograms that the Python implementation wrote (PyPI hdrhistogram 0.10.8), and what it says of them.
@Suite("Histograms of another implementation") struct ForeignHistogramTests {
  /// 500 values from a log-normal distribution, and three times 123,456,789,012.
  static let lognormal = """
    HISTFAAAAnx4nC2TP4sTYRDG8z67e8sSlhCWEEJcQliOIxxHDEGO45AjSBSRQ45wWIiIWKSwELGwCFYqVwSrKywVjkMsLMRC/QRi4RcQLMRK\
    LFQOrP3NnNlk58877zwzz0zOPD4sarXoS+30E/2XAfXi2fcvaju/Tx1d1dVRV8ugIA2xKuVqKuJJkLmyWBu6gLIZD4hpKkMPSgltaZugXIWi\
    eAt/D8tOIm2q5LyOlWDxzT3XZa5EaAuCE63xroO5Cn4ijlOOH6BmPBF6xX0rp+EyQzY0UJuLWxQ9AeWqXhtgrhlZWhTQ8BJIu0+8ptiG3RX3\
    KuBL1BanKRksz6rm+G9qR3vqezmJrjt+8ChjZRwPpUveSlveb8do4bRAex7iKWYZj0k20AiAgOzRpV3uA9nTOnU0dZuU16inArwSrLZw1glp\
    I9fovItMnJqUgDgjY4lROaEJYC0gc/elYOxgTalsLLgIehtIYujOY4SyDz/AjDDWaVKHNIO+CsS2KGnshcUNyTNm3C+lZpw4pTmhNtMIZwmU\
    xc7wfg3OccTkAs4xlWxgTfhtMdnTFkbIwmuudIP3XWfAPITf4Vrf96YDUg/Ngai6T8o9fGuehNFSXIF/rPvIpuChxTI2aa2OntPLSdAHei58\
    dgtvtRPb7M7Dq5FlJHYgynZ35GsdPHpGyQ3SdUFdmiuFrgXHhe7RW6FvwYidUNnACLL8P6zSOcXk9l+JLa7hy7pPhyWaTWgX+5FRw+ZfsRHc\
    Aqurpzaf4wBZT6SPAVqQ2N+Dr+KQ/fhpU9vVQy1jB5zrnfQn6MCW/FPQG+mVRb+UntkUpjqnz7acv1Z0lOkk0nGig1RHf8PKP3n9Vhc=
    """

  @Test("a log-normal distribution keeps its percentiles") func percentiles() throws {
    let bytes = try #require(Base64.decode(Self.lognormal.utf8))
    let histogram = try Histogram(decoding: bytes)
    #expect(histogram.layout.highest == 3_600_000_000_000)
    #expect(histogram.layout.significantDigits == 3)
    #expect(histogram.totalCount == 503)
    #expect(histogram.min == 14)
    #expect(histogram.max == 123_480_309_759)
    let percentiles = [50, 90, 99, 99.9].map { histogram.value(atPercentile: $0) }
    #expect(percentiles == [6803, 97_087, 1_708_031, 123_480_309_759])
  }

  @Test("a percentile distribution, to the letter") func distribution() throws {
    let text = "HISTFAAAACp4nJNpmSzMwMDAzQABzFCaEUzyOznYf4AI8DItF2drL2f5K88EAHMXBgk="
    let bytes = try #require(Base64.decode(text.utf8))
    let histogram = try Histogram(decoding: bytes)
    let expected = """
             Value     Percentile TotalCount 1/(1-Percentile)

             0.007 0.000000000000          1           1.00
             1.500 0.500000000000          4           2.00
           250.111 0.750000000000          6           4.00
          1000.447 0.875000000000          7           8.00
          1000.447 1.000000000000          7
      #[Mean    =      214.971, StdDeviation   =      338.474]
      #[Max     =     1000.447, Total count    =            7]
      #[Buckets =           10, SubBuckets     =         2048]

      """
    #expect(histogram.percentileText(ticksPerHalfDistance: 1, valuesPerUnit: 1000) == expected)
    // It was written by another zlib, but says the same.
    #expect(try Histogram(decoding: histogram.encodedV2Compressed()).hasSameContent(as: histogram))
  }

  @Test("an empty distribution has no rows") func empty() {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 2)
    #expect(
      histogram.percentileText() == """
               Value     Percentile TotalCount 1/(1-Percentile)

        #[Mean    =         0.00, StdDeviation   =         0.00]
        #[Max     =         0.00, Total count    =            0]
        #[Buckets =            3, SubBuckets     =          256]

        """
    )
  }
}
