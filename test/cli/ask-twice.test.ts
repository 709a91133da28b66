import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import type { Asker } from '../../src/cli/ask/ask-twice.ts'
import { offerTo } from '../../src/cli/commands/money/ownership.ts'
import type { Ownership } from '../../src/shared/app-api.ts'
import { CallError } from '../../src/shared/http-client.ts'
import { addressOf } from './run-cli.ts'

const to = addressOf('the next owner')
const owned: Ownership = {
  ...{ impossible: null, owner: addressOf('owner'), isOurs: true, offeredTo: to, askedUntil: null, request: null },
}

afterEach(() => vi.restoreAllMocks())

/** A person at a terminal, who answers each question in turn. */
function somebody(answers: readonly string[]): { context: Asker; asked: string[] } {
  const input = new PassThrough()
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin)
  const output = new PassThrough()
  const asked: string[] = []
  output.setEncoding('utf8').on('data', (text: string) => {
    if (!text.trim()) return
    asked.push(text.trim())
    input.write(`${answers[asked.length - 1] ?? ''}\n`)
  })
  const terminal = {
    ...{ json: false, stream: output as unknown as NodeJS.WriteStream, columns: 80, live: true, canAsk: true },
    ...{ say: () => undefined, note: () => undefined, result: () => undefined },
  }
  return { context: { terminal, stop: new AbortController().signal, passphrase: undefined }, asked }
}

it('an offer of a live project asks for the address once, and then for the passphrase', async () => {
  const { context, asked } = somebody([to, 'correct horse battery'])
  const sent: object[] = []
  const offerCollection = async (_id: string, offer: { passphrase?: string | undefined }) => {
    sent.push(offer)
    if (offer.passphrase === undefined) throw new CallError(403, 'vault.passphrase', 'The passphrase is asked for.')
    return owned
  }
  expect(await offerTo(context, { offerCollection }, 'shop', { to })).toEqual(owned)
  expect(asked).toEqual(['The address again, from where you have it:', 'Passphrase of the vault:'])
  expect(sent).toEqual([
    { to, again: to },
    { to, again: to, passphrase: 'correct horse battery' },
  ])
})
