/**
 * Turbo's upload service as its source has it (github.com/ardriveapp/turbo-upload-service, commit c660dd81: src/routes/dataItemPost.ts,
 * status.ts): it verifies an item's signature, takes small ones for nothing, asks 402 of an account without credits, 403 of a blocked one,
 * and answers a receipt with the item's id; 202 while the same item is under way. Items are read as ANS-104 has them.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58 } from '@scure/base'

export interface TurboDouble {
  url: string
  /** Payloads by id. */
  items: Map<string, { type: string; data: Buffer }>
  uploads: number
  /** Larger items take credits, of which there are none; bytes. */
  freeBytes: number
  /** Only these accounts are not blocked. */
  accounts: Set<string>
  /** `busy`: the same item is under way. */
  ailment: 'other-id' | 'no-receipt' | 'busy' | null
  close(): Promise<void>
}

export async function openTurboDouble(): Promise<TurboDouble> {
  const double: TurboDouble = {
    ...{ url: '', items: new Map(), uploads: 0, freeBytes: 4_000_000, accounts: new Set(), ailment: null },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    answer(double, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}

async function answer(double: TurboDouble, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body: unknown) => void response.writeHead(status).end(JSON.stringify(body))
  const asked = /^\/v1\/tx\/([\w-]{43})\/status$/.exec(request.url ?? '')?.[1]
  if (asked !== undefined)
    return double.items.has(asked)
      ? say(200, { status: 'CONFIRMED' })
      : void response.writeHead(404).end("TX doesn't exist")
  if (request.method !== 'POST' || request.url !== '/v1/tx/solana') return say(404, 'Not Found')
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const bytes = Buffer.concat(pieces)
  if (Number(request.headers['content-length']) !== bytes.length) return say(400, 'Data item parsing error!')
  if (double.ailment === 'busy') return void response.writeHead(202).end()
  const { id, account, tags, data, isValid } = readItem(bytes)
  if (!isValid) return say(400, 'Invalid Data Item!')
  if (!double.accounts.has(account)) return say(403, 'Forbidden')
  if (bytes.length > double.freeBytes) return say(402, 'Insufficient balance')
  double.uploads++
  double.items.set(id, { type: tags['Content-Type'] ?? '', data })
  if (double.ailment === 'no-receipt') return say(200, '<html>')
  say(200, { id: double.ailment === 'other-id' ? `${id.slice(1)}A` : id, owner: account, winc: '0', version: '0.2.0' })
}

function readItem(bytes: Buffer) {
  const [signature, owner] = [bytes.subarray(2, 66), bytes.subarray(66, 98)]
  const count = Number(bytes.readBigUInt64LE(100))
  const tagged = bytes.subarray(116, 116 + Number(bytes.readBigUInt64LE(108)))
  const data = bytes.subarray(116 + tagged.length)
  const hashed = deepHash([...['dataitem', '1', '4'].map((text) => Buffer.from(text)), owner, none, none, tagged, data])
  const tags = readTags(tagged)
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: owner.toString('base64url') }, format: 'jwk' })
  return {
    id: createHash('sha256').update(signature).digest('base64url'),
    account: base58.encode(owner),
    ...{ tags, data },
    // Type 4, neither target nor anchor.
    isValid:
      bytes.readUInt16LE(0) === 4 &&
      bytes.readUInt16LE(98) === 0 &&
      Object.keys(tags).length === count &&
      verify(null, Buffer.from(hashed.toString('hex')), key, signature),
  }
}

const none = Buffer.alloc(0)

function deepHash(value: Buffer | Buffer[]): Buffer {
  const hash = (bytes: Buffer) => createHash('sha384').update(bytes).digest()
  if (Buffer.isBuffer(value)) return hash(Buffer.concat([hash(Buffer.from(`blob${value.length}`)), hash(value)]))
  return value.reduce(
    (all, member) => hash(Buffer.concat([all, deepHash(member)])),
    hash(Buffer.from(`list${value.length}`)),
  )
}

/** Texts here are short: below 64 bytes their length is one byte, twice itself. */
function readTags(bytes: Buffer): Record<string, string> {
  let at = 0
  const number = (): number => (bytes[at++] ?? 0) / 2
  const text = (): string => {
    const length = number()
    at += length
    return bytes.subarray(at - length, at).toString()
  }
  const pairs = Array.from({ length: number() }, () => [text(), text()])
  return Object.fromEntries(pairs)
}
