import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestClient, type Hex, http, publicActions } from 'viem'
import { findAnvil } from '../../src/core/practice/anvil-binary.ts'

/** An anvil that plays a live network: real blocks in time, a block 0 of its own. */
export interface PlayedNetwork {
  url: string
  client: ReturnType<typeof clientOf>
  fund(address: string, wei: bigint): Promise<void>
  close(): Promise<void>
}

function clientOf(url: string) {
  return createTestClient({
    mode: 'anvil',
    transport: http(url, { retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
  }).extend(publicActions)
}

/**
 * @param blockSeconds between two blocks, which come whether anything is pending or not
 * @param more arguments of anvil
 */
export async function playNetwork(
  chainId: number,
  blockSeconds = 1,
  more: readonly string[] = [],
): Promise<PlayedNetwork> {
  const child: ChildProcess = spawn(
    await findAnvil(),
    // Another time of block 0 makes another block 0.
    [
      '--port',
      '0',
      '--chain-id',
      String(chainId),
      '--timestamp',
      '1600000000',
      '--block-time',
      String(blockSeconds),
      '--slots-in-an-epoch',
      '1',
      ...more,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (text) => {
      said += String(text)
      const found = /Listening on (\S+:\d+)/.exec(said)?.[1]
      if (found) resolve(`http://${found}`)
    })
    child.once('exit', () => reject(new Error(`anvil ended: ${said}`)))
  })
  const client = clientOf(url)
  return {
    url,
    client,
    fund: (address, wei) => client.setBalance({ address: address as Hex, value: wei }),
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A door to an RPC that can be shut: another address for the same node. */
export interface Door {
  url: string
  /** Calls that came through, by method. */
  calls: Map<string, number>
  shut(): Promise<void>
}

export async function openDoor(target: string): Promise<Door> {
  const calls = new Map<string, number>()
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString()
      const asked: unknown = JSON.parse(body)
      for (const { method } of (Array.isArray(asked) ? asked : [asked]) as { method: string }[])
        calls.set(method, (calls.get(method) ?? 0) + 1)
      fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
        .then(async (answer) => {
          const text = await answer.text()
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
        })
        .catch(() => response.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    shut: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
