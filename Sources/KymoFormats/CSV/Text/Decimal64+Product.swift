extension Decimal64 {
  /// `mantissa` · 10^`exponent` for exponents of -30 to 0, correctly rounded, without a division.
  ///
  /// This is the algorithm of Eisel and Lemire: the mantissa times the upper 64 of 128 bits of the power of five, and
  /// times the lower ones where those could change the rounding. In this range that is always enough, and no result
  /// is subnormal.
  ///
  /// - Precondition: the mantissa is not 0, and `exponent` is in -30...0.
  static func product(_ mantissa: UInt64, _ exponent: Int) -> Double {
    let zeros = mantissa.leadingZeroBitCount
    let factor = mantissa &<< UInt64(zeros)
    let place = 2 &* (exponent &+ 30)
    var (high, low) = factor.multipliedFullWidth(by: powersOfFive[place])
    if high & 0x1FF == 0x1FF {
      let more = factor.multipliedFullWidth(by: powersOfFive[place &+ 1]).high
      let (sum, overflow) = low.addingReportingOverflow(more)
      low = sum
      if overflow { high &+= 1 }
    }
    let upper = Int(high &>> 63)
    let shift = UInt64(upper &+ 9)
    var bits = high &>> shift
    // Halves go to the even neighbour; only few powers of five leave an exact half.
    if low <= 1, exponent >= -4, bits & 3 == 1, bits &<< shift == high { bits &= ~1 }
    bits = (bits &+ (bits & 1)) &>> 1
    var power = ((217_706 &* exponent) &>> 16) &+ 63 &+ upper &- zeros &+ 1023
    if bits >= 1 &<< 53 {
      bits = 1 &<< 52
      power &+= 1
    }
    return Double(bitPattern: (bits & ((1 &<< 52) &- 1)) | UInt64(power) &<< 52)
  }

  /// The upper and the lower word of 5^-30 to 5^0, each shifted so that its top bit is set.
  private static let powersOfFive: InlineArray<62, UInt64> = [
    0xa242_5ff7_5e14_fc31, 0xa125_8379_a94d_028d,
    0xcad2_f7f5_359a_3b3e, 0x096e_e458_13a0_4330,
    0xfd87_b5f2_8300_ca0d, 0x8bca_9d6e_1888_53fc,
    0x9e74_d1b7_91e0_7e48, 0x775e_a264_cf55_347e,
    0xc612_0625_7658_9dda, 0x9536_4afe_032a_819e,
    0xf796_87ae_d3ee_c551, 0x3a83_ddbd_83f5_2205,
    0x9abe_14cd_4475_3b52, 0xc492_6a96_7279_3543,
    0xc16d_9a00_9592_8a27, 0x75b7_053c_0f17_8294,
    0xf1c9_0080_baf7_2cb1, 0x5324_c68b_12dd_6339,
    0x971d_a050_74da_7bee, 0xd3f6_fc16_ebca_5e04,
    0xbce5_0864_9211_1aea, 0x88f4_bb1c_a6bc_f585,
    0xec1e_4a7d_b695_61a5, 0x2b31_e9e3_d06c_32e6,
    0x9392_ee8e_921d_5d07, 0x3aff_322e_6243_9fd0,
    0xb877_aa32_36a4_b449, 0x09be_feb9_fad4_87c3,
    0xe695_94be_c44d_e15b, 0x4c2e_be68_7989_a9b4,
    0x901d_7cf7_3ab0_acd9, 0x0f9d_3701_4bf6_0a11,
    0xb424_dc35_095c_d80f, 0x5384_84c1_9ef3_8c95,
    0xe12e_1342_4bb4_0e13, 0x2865_a5f2_06b0_6fba,
    0x8cbc_cc09_6f50_88cb, 0xf93f_87b7_442e_45d4,
    0xafeb_ff0b_cb24_aafe, 0xf78f_69a5_1539_d749,
    0xdbe6_fece_bded_d5be, 0xb573_440e_5a88_4d1c,
    0x8970_5f41_36b4_a597, 0x3168_0a88_f895_3031,
    0xabcc_7711_8461_cefc, 0xfdc2_0d2b_36ba_7c3e,
    0xd6bf_94d5_e57a_42bc, 0x3d32_9076_0469_1b4d,
    0x8637_bd05_af6c_69b5, 0xa63f_9a49_c2c1_b110,
    0xa7c5_ac47_1b47_8423, 0x0fcf_80dc_3372_1d54,
    0xd1b7_1758_e219_652b, 0xd3c3_6113_404e_a4a9,
    0x8312_6e97_8d4f_df3b, 0x645a_1cac_0831_26ea,
    0xa3d7_0a3d_70a3_d70a, 0x3d70_a3d7_0a3d_70a4,
    0xcccc_cccc_cccc_cccc, 0xcccc_cccc_cccc_cccd,
    0x8000_0000_0000_0000, 0x0000_0000_0000_0000,
  ]
}
