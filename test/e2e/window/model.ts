/** Models of one triangle, as files. */

/** The triangle's points, packed by Google's Draco (its encoder, with the usual settings). */
const packed = 'RFJBQ08CAgEBAAAAAwEAAQAAAQf/AREB/wAAAQAJAwAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAA=='
const float = 5126
const short = 5123

/** A glTF model in one file; `draco`: its points are packed. */
export function triangle({ draco = false } = {}): Buffer {
  const bytes = draco ? Buffer.from(packed, 'base64') : plain()
  const points = { componentType: float, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }
  const order = { componentType: short, count: 3, type: 'SCALAR' }
  const extension = 'KHR_draco_mesh_compression'
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 0 },
            indices: 1,
            ...(draco ? { extensions: { [extension]: { bufferView: 0, attributes: { POSITION: 0 } } } } : {}),
          },
        ],
      },
    ],
    buffers: [{ byteLength: bytes.length }],
    bufferViews: draco
      ? [{ buffer: 0, byteLength: bytes.length }]
      : [
          { buffer: 0, byteLength: 36 },
          { buffer: 0, byteOffset: 36, byteLength: 6 },
        ],
    accessors: draco
      ? [points, order]
      : [
          { ...points, bufferView: 0 },
          { ...order, bufferView: 1 },
        ],
    ...(draco ? { extensionsUsed: [extension], extensionsRequired: [extension] } : {}),
  }
  const chunks = [chunk('JSON', Buffer.from(JSON.stringify(json)), 0x20), chunk('BIN\0', bytes, 0)]
  const head = Buffer.alloc(12)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8)
  return Buffer.concat([head, ...chunks])
}

function plain(): Buffer {
  const bytes = Buffer.alloc(42)
  for (const [at, value] of [0, 0, 0, 1, 0, 0, 0, 1, 0].entries()) bytes.writeFloatLE(value, at * 4)
  for (const [at, value] of [0, 1, 2].entries()) bytes.writeUInt16LE(value, 36 + at * 2)
  return bytes
}

function chunk(type: string, bytes: Buffer, fill: number): Buffer {
  const whole = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4, fill)])
  const head = Buffer.alloc(8)
  head.writeUInt32LE(whole.length, 0)
  head.write(type, 4)
  return Buffer.concat([head, whole])
}
