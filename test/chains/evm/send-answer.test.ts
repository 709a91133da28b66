import { HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describe, expect, it } from 'vitest'
import { sendAnswer } from '../../../src/core/chains/evm/rpc/send-answer.ts'

const url = 'https://rpc.example'
/** A request whose own bytes hold misleading digits and words. */
const body = { method: 'eth_sendRawTransaction', params: ['0x02f8429429nonce too low'] }
const said = (message: string, code = -32_000) => new RpcRequestError({ body, url, error: { code, message } })

const words: Record<string, readonly string[]> = {
  known: [
    'already known',
    'ALREADY_EXISTS: already known',
    'AlreadyKnown',
    'Known transaction',
    'transaction already imported',
    'existing tx with same hash',
  ],
  'sequence-used': [
    'nonce too low',
    'nonce too low: address 0x9D90dbDd0E22a079008Feb3bC671023D5D507c20, tx: 3 state: 7',
    'nonce too low: next nonce 8, tx nonce 3',
    'OldNonce',
    'Nonce too low',
    'the nonce 3 was already used',
  ],
  underpriced: [
    'transaction underpriced',
    'transaction underpriced: gas tip cap 1000000000, minimum needed 25000000000',
    'replacement transaction underpriced',
    'INTERNAL_ERROR: could not replace existing tx',
    'FeeTooLow, MaxFeePerGas too low.',
    'max fee per gas less than block base fee: address 0x…, maxFeePerGas: 1 baseFee: 7',
    'Gas price below current base fee',
    'fee too low',
  ],
  'insufficient-funds': [
    'insufficient funds for gas * price + value: balance 1, tx cost 5, overshot 4',
    'InsufficientFunds, Account balance: 0',
    'Upfront cost exceeds account balance',
    'insufficient funds for transfer',
  ],
  rejected: [
    'intrinsic gas too low',
    'exceeds block gas limit',
    'transaction gas limit too high (cap: 16777216, tx: 20000000)',
    'oversized data: transaction size 140000, limit 131072',
    'invalid sender',
    'tx fee (1.20 ether) exceeds the configured cap (1.00 ether)',
    'transaction type not supported',
    'GasLimitExceeded',
  ],
  'rate-limited': [
    'Too Many Requests',
    'project ID request rate exceeded',
    'daily request count exceeded, request rate limited',
    'Your app has exceeded its compute units per second capacity.',
    '50/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
  ],
  unclear: [
    'Internal error',
    'internal server error',
    'txpool is full',
    'nonce too high: address 0x…, tx: 5 state: 3',
    'in-flight transaction limit reached for delegated accounts',
    'header not found',
    'execution aborted (timeout = 5s)',
    'cannot fulfill request',
    '',
  ],
}

describe('what a failed send means', () => {
  it.each(Object.entries(words))('%s is told by the words of every node, whatever the code', (kind, messages) => {
    for (const message of messages)
      for (const code of [-32_000, -32_603, -32_010, 3])
        expect(sendAnswer(said(message, code)).kind, message).toBe(kind)
  })

  it('is unclear when the RPC is cut off, late, or answers a page', () => {
    expect(sendAnswer(new TimeoutError({ body, url })).kind).toBe('unclear')
    expect(sendAnswer(new HttpRequestError({ body, url, status: 502, details: '<html>Bad Gateway</html>' })).kind).toBe(
      'unclear',
    )
    expect(sendAnswer(new HttpRequestError({ body, url, cause: new Error('read ECONNRESET') })).kind).toBe('unclear')
  })

  it('is a limit with status 429, and says how long to wait', () => {
    const limit = (retryAfter?: string) =>
      sendAnswer(
        new HttpRequestError({
          body,
          url,
          status: 429,
          details: 'slow down',
          headers: new Headers(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
        }),
      )
    expect(limit()).toEqual({ kind: 'rate-limited' })
    expect(limit('7')).toEqual({ kind: 'rate-limited', retryAfterMs: 7_000 })
    const until = limit(new Date(Date.now() + 60_000).toUTCString())
    expect(until.kind === 'rate-limited' && (until.retryAfterMs ?? 0) > 50_000).toBe(true)
  })
})
