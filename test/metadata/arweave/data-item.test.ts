import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { signDataItem } from '../../../src/core/metadata/arweave/data-item.ts'
import { ed25519KeyPair } from '../../../src/core/wallets/slip10.ts'

const { publicKey, sign } = ed25519KeyPair(Buffer.from(Array.from({ length: 32 }, (_, at) => at)))
const account = { address: base58.encode(publicKey), sign }

async function* inPieces(data: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < data.length; at += 700_001) yield data.subarray(at, at + 700_001)
}

// Made with `HexSolanaSigner` and `createData` of @dha-team/arbundles 1.0.4: id, and SHA-256 of the whole item.
const vectors: [Uint8Array, string, string, string, string][] = [
  [
    Buffer.from('{"name":"A"}'),
    'application/json',
    'Mintdesk',
    'VZuWXFyn7i-SNg9fb3VIQk6acwt_7NdiD7EZuqftld4',
    'c0d0afab915b2f6cc7672fb87f7386a8a2580c06da025a3fe8f19fda12cdb2b1',
  ],
  [
    Buffer.alloc(0),
    'application/octet-stream',
    'Mintdesk',
    'CqV0gz-FBAyEU9u6xM173bKX67NmOjvg432Ue_XiBw0',
    '15c94dd64db4b8ba31893e9f1c92081261adc2ad655f6a2f8a16070c6a63f3b5',
  ],
  [
    Buffer.alloc(3_000_000, 7),
    'image/svg+xml; charset=utf-8',
    'M'.repeat(100),
    '_can_ZgSwnpwBe72xXeNdW7cIaFH49J9RgL4AH08pMw',
    'e7cb7a95339b5ac701e8f3338688bd5c2b3ae1dade43a4f566843c077e471768',
  ],
]

it.each(vectors)(
  'a data item is signed byte for byte as the reference library does it (%#)',
  async (data, type, app, id, digest) => {
    const item = await signDataItem(
      account,
      { 'Content-Type': type, 'App-Name': app },
      { size: data.length, bytes: inPieces(data) },
    )
    expect(item.id).toBe(id)
    expect(createHash('sha256').update(item.head).update(data).digest('hex')).toBe(digest)
  },
)
