/** Models of one triangle, as files: as they are, and packed in each of the ways that stand in the wild. */
import { solidKtx2 } from './ktx2.ts'

/** The triangle's points, packed by Google's Draco (its encoder, with the usual settings). */
const packed = 'RFJBQ08CAgEBAAAAAwEAAQAAAQf/AREB/wAAAQAJAwAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAAAAAA=='
const float = 5126
const short = 5123

/**
 * A glTF model in one file (.glb): a triangle packed by Draco, one packed by meshopt, and one with a picture as KTX2, which a viewer shows only
 * if it can read all three.
 */
export function packedTriangles(): Buffer {
  const { json, bytes } = packedModel()
  const chunks = [chunk('JSON', Buffer.from(JSON.stringify(json)), 0x20), chunk('BIN\0', bytes, 0)]
  const head = Buffer.alloc(12)
  head.write('glTF')
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(12 + chunks.reduce((sum, { length }) => sum + length, 0), 8)
  return Buffer.concat([head, ...chunks])
}

/** A glTF model as text (.gltf), which holds all it needs. */
export function textTriangle(): Buffer {
  const bytes = plain()
  const uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`
  const json = { ...model, buffers: [{ byteLength: bytes.length, uri }] }
  return Buffer.from(JSON.stringify(json, null, 2))
}

const points = { componentType: float, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }
const order = { componentType: short, count: 3, type: 'SCALAR' }
/** Where points and order lie in {@link plain}. */
const views = [
  { buffer: 0, byteLength: 36 },
  { buffer: 0, byteOffset: 36, byteLength: 6 },
]

const model = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  bufferViews: views,
  accessors: [
    { ...points, bufferView: 0 },
    { ...order, bufferView: 1 },
  ],
}

function packedModel(): { json: object; bytes: Buffer } {
  const bytes = plain()
  const pieces = [
    bytes,
    Buffer.from(packed, 'base64'),
    meshopt(bytes.subarray(0, 36), 12),
    solidKtx2([200, 40, 40, 255]),
  ]
  const padded = pieces.map((piece) => Buffer.concat([piece, Buffer.alloc((8 - (piece.length % 8)) % 8)]))
  const view = (place: number) => ({
    buffer: 0,
    byteOffset: padded.slice(0, place).reduce((sum, { length }) => sum + length, 0),
    byteLength: pieces[place]?.length ?? 0,
  })
  const whole = Buffer.concat(padded)
  const [draco, vertices, picture] = [
    'KHR_draco_mesh_compression',
    'EXT_meshopt_compression',
    'KHR_texture_basisu',
  ] as const
  const unpacked = { buffer: 1, byteLength: 36, byteStride: 12 }
  const how = { ...view(2), byteStride: 12, count: 3, mode: 'ATTRIBUTES' }
  const used = [draco, vertices, picture]
  const json = {
    ...model,
    extensionsUsed: used,
    extensionsRequired: used,
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, indices: 1, material: 0 },
          { attributes: { POSITION: 2 }, indices: 1 },
          {
            attributes: { POSITION: 3 },
            indices: 4,
            extensions: { [draco]: { bufferView: 2, attributes: { POSITION: 0 } } },
          },
        ],
      },
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ extensions: { [picture]: { source: 0 } } }],
    images: [{ bufferView: 4, mimeType: 'image/ktx2' }],
    buffers: [{ byteLength: whole.length }, { byteLength: 36, extensions: { [vertices]: { fallback: true } } }],
    bufferViews: [...views, view(1), { ...unpacked, extensions: { [vertices]: how } }, view(3)],
    accessors: [...model.accessors, { ...points, bufferView: 3 }, points, order],
  }
  return { json, bytes: whole }
}

/** Up to 16 vertices as meshoptimizer's vertex codec (version 0) writes them, each byte's differences unpacked. */
function meshopt(vertices: Buffer, stride: number): Buffer {
  const count = vertices.length / stride
  const out: Buffer[] = [Buffer.from([0xa0])]
  for (let channel = 0; channel < stride; channel++) {
    // One group of 16, in whole bytes.
    const group = Buffer.alloc(17)
    group[0] = 3
    for (let at = 1; at < count; at++) {
      const byte = (vertex: number): number => vertices[vertex * stride + channel] ?? 0
      const by = ((byte(at) - byte(at - 1)) << 24) >> 24
      group[1 + at] = (by << 1) ^ (by >> 7)
    }
    out.push(group)
  }
  const tail = Buffer.alloc(32)
  vertices.copy(tail, 32 - stride, 0, stride)
  return Buffer.concat([...out, tail])
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
