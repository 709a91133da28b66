/** A picture of 4 by 4 pixels of one colour as KTX2, packed as UASTC: what models bear that were made small for the web. */
export function solidKtx2(colour: readonly [red: number, green: number, blue: number, alpha: number]): Buffer {
  const describes = 44
  const data = 160
  const file = Buffer.alloc(data + 16)
  Buffer.from([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]).copy(file)
  // No format of a graphics card; bytes; 4 by 4; one face, one level.
  for (const [at, value] of [0, 1, 4, 4, 0, 0, 1, 1, 0].entries()) file.writeUInt32LE(value, 12 + at * 4)
  file.writeUInt32LE(104, 48)
  file.writeUInt32LE(describes, 52)
  for (const [at, value] of [data, 16, 16].entries()) file.writeUInt32LE(value, 80 + at * 8)
  // What the data are: UASTC in sRGB, 16 bytes for each 4 by 4 pixels.
  file.writeUInt32LE(describes, 104)
  file.writeUInt32LE(2 | (40 << 16), 112)
  file.set([166, 1, 2, 0, 3, 3, 0, 0, 16], 116)
  file.set([0, 0, 127, 3], 132)
  file.writeUInt32LE(0xffffffff, 144)
  // A block of one colour: its kind in 5 bits, then 8 for each part of the colour.
  let bits = 0x17n
  for (const [at, part] of colour.entries()) bits |= BigInt(part) << BigInt(5 + 8 * at)
  file.writeBigUInt64LE(bits, data)
  return file
}
