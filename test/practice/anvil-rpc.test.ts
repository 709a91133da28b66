import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { type AnvilRpc, anvilRpc, textOf } from '../../src/core/practice/anvil-rpc.ts'

let anvil: Server
let rpc: AnvilRpc
const onHung = vi.fn()

async function serve(answer: RequestListener, answersWithin = 60_000): Promise<void> {
  anvil = createServer(answer)
  await once(anvil.listen(0, '127.0.0.1'), 'listening')
  rpc = anvilRpc({ port: (anvil.address() as AddressInfo).port, answersWithin, onHung })
}
afterEach(async () => {
  await rpc.close()
  anvil.closeAllConnections()
  anvil.close()
  onHung.mockClear()
})

it('an answer that is there and that nobody wants any more ends nothing else', async () => {
  await serve((_, response) => response.end('{}'))
  const answer = await rpc.post('{}')
  const closed = new Promise((resolve) => answer.once('close', resolve))
  // Its error would end the process, and this run, if nobody listened.
  answer.destroy()
  await closed
  expect(answer.errored).toBeInstanceOf(Error)
})

it('an anvil that answers no call in time hangs', async () => {
  await serve(() => undefined, 50)
  await expect(rpc.block('latest')).rejects.toThrow('anvil did not answer within 0.05 seconds')
  expect(onHung).toHaveBeenCalledTimes(1)
})

it('an anvil that answers in part and no more hangs, too', async () => {
  await serve((_, response) => response.write('{"result":'), 50)
  await expect(rpc.send('{}')).rejects.toThrow('anvil did not answer within')
  expect(onHung).toHaveBeenCalledTimes(1)
})

it('a read may take longer', async () => {
  const asked: ServerResponse[] = []
  await serve((_, response) => void asked.push(response), 50)
  // Of two calls that come together, either could be the first.
  const came = once(anvil, 'request')
  const read = rpc.post('{}')
  await came
  await expect(rpc.block('latest')).rejects.toThrow('anvil did not answer within')
  asked[0]?.end('{}')
  expect(await textOf(await read)).toBe('{}')
})

it('an anvil that works on its state may let calls wait, and hangs only when that takes ten times as long', async () => {
  await serve(() => undefined, 200)
  const dump = rpc.dumpState()
  dump.catch(() => undefined)
  await expect(rpc.block('latest')).rejects.toThrow('anvil did not answer within')
  expect(onHung).not.toHaveBeenCalled()
  await expect(dump).rejects.toThrow()
  expect(onHung).toHaveBeenCalledTimes(1)
})
