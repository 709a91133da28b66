import { expect, it } from 'vitest'
import { sendOnce } from '../../src/cli/commands/money/withdraw.ts'
import type { Withdrawal } from '../../src/shared/app-api.ts'
import { CallError } from '../../src/shared/http-client.ts'

const id = '6f1c3a52-0c3e-4c39-9a55-0a4f7a0b7a11'
const asked = { id, chain: 'polygon', to: '0x01', again: '0x01', amount: '1', toContract: false, anyway: false }
const made: Withdrawal = {
  ...{ id, chain: 'polygon', chainLabel: 'Polygon', to: '0x01', amount: null, sent: null, fee: null },
  ...{ state: 'sent', message: null, txId: null, startedAt: '2026-01-01T00:00:00.000Z', completedAt: null },
}
const lost = new CallError(0, 'core.unreachable', 'Mintdesk’s core does not answer.')
const refused = new CallError(409, 'withdrawal.pending', 'One is under way.')
const context = {
  ...{ stop: new AbortController().signal, passphrase: undefined, typed: (command: string) => `mintdesk ${command}` },
  terminal: {
    ...{ json: false, stream: process.stderr, columns: 80, live: false, canAsk: false },
    ...{ say: () => undefined, note: () => undefined, result: () => undefined },
  },
}

const ending = (withdraw: () => Promise<Withdrawal>, withdrawals: () => Promise<Withdrawal[]>) =>
  sendOnce(context, { withdraw, withdrawals }, asked).catch(({ code, message, exitCode }) => ({
    ...{ code, message, exitCode },
  }))
const fails = (error: Error) => () => Promise.reject(error)

it('a withdrawal whose answer is lost may be sent: whoever repeats the command is told to look first', async () => {
  expect(await ending(fails(lost), fails(lost))).toEqual({
    code: 'withdrawal.unknown',
    message: expect.stringMatching(/^Whether it is sent is not known .*"mintdesk wallet withdrawals" before you/),
    exitCode: 1,
  })
})

it('one that was accepted before the core was lost is not one that failed', async () => {
  expect(await ending(async () => made, fails(lost))).toEqual({
    code: 'withdrawal.unknown',
    message: expect.stringMatching(new RegExp(`^It was accepted as ${id}, .* before you withdraw again`)),
    exitCode: 130,
  })
})

it('one that was refused was refused', async () => {
  expect(await ending(fails(refused), fails(lost))).toMatchObject({
    code: 'withdrawal.pending',
    message: refused.message,
  })
})
