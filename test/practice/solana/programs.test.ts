import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { base58 } from '@scure/base'
import { afterEach, describe, expect, it } from 'vitest'
import { solanaNetworkOf } from '../../../src/core/chains/networks.ts'
import { programsFrom } from '../../../src/core/practice/solana/fetch-programs.ts'
import { loadPrograms, programCache, programFolders } from '../../../src/core/practice/solana/program-files.ts'
import { type ProgramPin, programPins } from '../../../src/core/practice/solana/programs.ts'
import { withFolder } from '../../core/trial-core.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const pin: ProgramPin = { name: 'mpl_core', id: base58.encode(new Uint8Array(32).fill(1)), hash: '' }
const code = base58.encode(new Uint8Array(32).fill(2))
const file = Buffer.from('7f454c46 00010203'.replace(' ', ''), 'hex')
/** A program of the upgradeable loader (a tag, and where its code is), and its code behind 45 bytes. */
const accounts: Readonly<Record<string, { executable: boolean; data: Buffer }>> = {
  [pin.id]: { executable: true, data: Buffer.concat([Buffer.of(2, 0, 0, 0), base58.decode(code)]) },
  [code]: { executable: false, data: Buffer.concat([Buffer.alloc(45), file]) },
}

/** An RPC of the cluster with that genesis hash; what it was asked. */
async function rpcOf(genesis: string): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method, params } = JSON.parse(Buffer.concat(pieces).toString())
      asked.push(method)
      const found = accounts[params[0]]
      const value = found && {
        ...{ owner: 'BPFLoaderUpgradeab1e11111111111111111111111', executable: found.executable },
        data: [found.data.toString('base64'), 'base64'],
      }
      const result = method === 'getGenesisHash' ? genesis : { value: value ?? null }
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('programs that are read from an RPC', () => {
  it('are taken from mainnet, which is asked who it is once', async () => {
    const { url, asked } = await rpcOf(solanaNetworkOf('solana').genesis)
    const read = programsFrom(url)
    expect([Buffer.from(await read(pin)), Buffer.from(await read(pin))]).toEqual([file, file])
    expect(asked).toEqual(['getGenesisHash', ...Array.from({ length: 4 }, () => 'getAccountInfo')])
    await expect(read({ ...pin, id: code })).rejects.toMatchObject({
      code: 'network.programs-missing',
      message: expect.stringContaining('knows no program mpl_core'),
    })
  })

  it.each([
    [solanaNetworkOf('solana-devnet').genesis, 'devnet'],
    ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', 'testnet'],
    [base58.encode(new Uint8Array(32).fill(9)), 'another cluster'],
  ])('are not taken from the cluster %s, whose programs may be others', async (genesis, cluster) => {
    const { url, asked } = await rpcOf(genesis)
    await expect(programsFrom(url)(pin)).rejects.toMatchObject({
      code: 'network.programs-missing',
      message: `${new URL(url).host} is an RPC of ${cluster} (genesis hash ${genesis}), and programs are taken from mainnet alone: those of other clusters may differ, and the hashes that this version knows are of mainnet's. For those, name another RPC of mainnet with --rpc, or a folder with --from.`,
    })
    expect(asked).toEqual(['getGenesisHash'])
  })

  it('are not looked for where what answers is no RPC of Solana', async () => {
    const server = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    closing.push(() => new Promise((closed) => server.close(closed)))
    await expect(programsFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)(pin)).rejects.toMatchObject(
      {
        code: 'network.unreachable',
        message: expect.stringContaining('(what it answers cannot be read)'),
      },
    )
  })
})

it('programs that this version does not know are cured where they lie', () =>
  withFolder(async (folder) => {
    const own = join(folder, 'own')
    const cache = programCache(folder)
    for (const dir of [own, cache]) {
      await mkdir(dir, { recursive: true })
      for (const { name } of programPins) await writeFile(join(dir, `${name}.so`), file)
    }
    await expect(loadPrograms(programFolders(folder, { MINTDESK_SOLANA_PROGRAMS: own }))).rejects.toThrow(
      `Put the known one into ${own}, or start Mintdesk without MINTDESK_SOLANA_PROGRAMS.`,
    )
    await expect(loadPrograms(programFolders(folder, {}))).rejects.toThrow('install-programs --accept-new')
  }))
