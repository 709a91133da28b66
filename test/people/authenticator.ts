/** An authenticator of WebAuthn, as a phone has it: makes passkeys, and signs with them. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAnswer, PasskeyMade } from '../../src/shared/app-api.ts'

/** CBOR of what stands in these messages. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, of]) => [cbor(key), cbor(of as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}

/** The person was there, and was verified; with a new key, its data follow. */
const [verified, withKey] = [0x05, 0x45]
const rawBytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

/** @param origin the page that asks */
export function authenticator({ origin, hostname }: { origin: string; hostname: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const data = (flags: number, more: Uint8Array): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(hostname).digest(), Buffer.from([flags]), count, more])
  }
  const client = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  return {
    make(name: string, { challenge }: { challenge: string }): PasskeyMade {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, rawBytes(x)],
          [-3, rawBytes(y)],
        ]),
      )
      const authData = data(withKey, Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]))
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: client('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      }
      return { name, response: { ...credential, clientExtensionResults: {}, response } }
    },
    answer({ challenge }: { challenge: string }): PasskeyAnswer {
      const authenticatorData = data(verified, Buffer.alloc(0))
      const clientDataJSON = client('webauthn.get', challenge)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
      const response = {
        ...{
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
        },
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
      return { ...credential, clientExtensionResults: {}, response }
    },
  }
}
