import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An RPC before a chain that looks through so many blocks at once, and can be made to hold its answers. */
export interface RangeDoor {
  url: string
  most: number
  ranges: [number, number][]
  /** Ranges that end beyond this are not answered until it is raised. */
  hold: number
  close(): Promise<void>
}

export async function openRangeDoor(target: string): Promise<RangeDoor> {
  const server: Server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = Buffer.concat(pieces).toString()
    const calls = [JSON.parse(body)].flat() as {
      id: number
      method: string
      params: [{ fromBlock: string; toBlock: string }]
    }[]
    const asked = calls.find(({ method }) => method === 'eth_getLogs')?.params[0]
    if (asked) {
      const [from, to] = [Number(asked.fromBlock), Number(asked.toBlock)]
      if (to - from + 1 > door.most) {
        const error = { code: -32005, message: `query exceeds max block range ${door.most}` }
        const refused = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
        return response.end(JSON.stringify(body.startsWith('[') ? refused : refused[0]))
      }
      while (to > door.hold && !response.destroyed) await new Promise((resolve) => setTimeout(resolve, 5))
      if (response.destroyed) return
      door.ranges.push([from, to])
    }
    const answer = await fetch(target, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    response.end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const door: RangeDoor = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: 200,
    ranges: [],
    hold: Number.POSITIVE_INFINITY,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return door
}
