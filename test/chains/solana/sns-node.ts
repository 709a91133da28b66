import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getDomainKeySync } from '@bonfida/spl-name-service'
import { Keypair, PublicKey } from '@solana/web3.js'
import { z } from 'zod'
import { srsRecordKey } from '../../../src/core/chains/solana/names/srs.ts'

const question = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const registryProgram = 'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX'
const srsProgram = 'srsWjm76StJucL7atFyPSdXFaVLNPFqEt1uFEDPrZsn'

/** A node of the main cluster that has accounts (by address, base64), and speaks JSON-RPC. */
export async function snsNode(slot: number) {
  const accounts = new Map<string, { data: string; owner: string }>()
  const holders = new Map<string, string>()
  const asked: { method: string; keys: number; commitment: unknown }[] = []
  const state = { slot, status: 200 }
  const account = (key: string) => {
    const one = accounts.get(key)
    return one === undefined ? null : { lamports: 1, owner: one.owner, data: [one.data, 'base64'] }
  }
  const server = createServer(async (request, response) => {
    const body = question.parse(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    const ofItself = { getGenesisHash: genesis, getEpochInfo: { absoluteSlot: state.slot, blockHeight: state.slot } }[
      body.method
    ]
    if (ofItself !== undefined) {
      response.writeHead(state.status).end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: ofItself }))
      return
    }
    const options = z.object({ commitment: z.string() }).parse(body.params[1])
    const keys = z.union([z.string().transform((one) => [one]), z.array(z.string())]).parse(body.params[0])
    asked.push({ method: body.method, keys: keys.length, ...options })
    const value =
      body.method === 'getMultipleAccounts'
        ? keys.map(account)
        : keys.flatMap((mint) => [{ address: holders.get(mint), amount: '1' }])
    const missing = body.method === 'getTokenLargestAccounts' && !holders.has(keys[0] ?? '')
    const said = missing
      ? { error: { code: -32602, message: 'Invalid param: could not find mint' } }
      : { result: { context: { slot: state.slot }, value } }
    response.writeHead(state.status).end(JSON.stringify({ jsonrpc: '2.0', id: body.id, ...said }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const put = (key: PublicKey, data: string, owner = registryProgram) => accounts.set(key.toBase58(), { data, owner })
  return {
    asked,
    state,
    put,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
    /** A name's account in the registry. */
    registry: (label: string, data: string) => put(getDomainKeySync(label).pubkey, data),
    holder(mint: string, owner: string) {
      const token = Keypair.generate().publicKey
      holders.set(mint, token.toBase58())
      const amount = Buffer.alloc(8)
      amount.writeBigUInt64LE(1n)
      const data = Buffer.alloc(165)
      Buffer.concat([new PublicKey(mint).toBuffer(), new PublicKey(owner).toBuffer(), amount]).copy(data)
      put(token, data.toString('base64'))
    },
    srs(label: string, owner: string, { expiry = 0n, kind = 0 } = {}) {
      const data = Buffer.alloc(75)
      data[0] = 2
      new PublicKey('AjheAtCgSwEcEYd6xi6thcQW25ELWd7wKCx6SKBGUtMQ').toBuffer().copy(data, 1)
      data[33] = kind
      new PublicKey(owner).toBuffer().copy(data, 34)
      data.writeBigInt64LE(expiry, 67)
      put(srsRecordKey(label), data.toString('base64'), srsProgram)
    },
  }
}
