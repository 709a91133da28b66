import { afterEach, describe, expect, it } from 'vitest'
import { aptosRpc } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import { sendRaws } from '../../../src/core/chains/aptos/transactions/sending.ts'
import { type Asked, type Recorded, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const nodes: RecordedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})
async function node(answer: (asked: Asked) => Recorded | null): Promise<RecordedNode> {
  const made = await recordedNode(answer)
  nodes.push(made)
  return made
}

const accepted: Recorded = { status: 202, body: { hash: `0x${'a'.repeat(64)}`, type: 'pending_transaction' } }
const invalid = (code: string, number: number) =>
  refusal(400, 'vm_error', `Invalid transaction: Type: Validation Code: ${code}`, number)

describe('what a node says to a transaction', () => {
  it.each([
    ['it takes it', accepted, 'accepted'],
    [
      'its sequence was used',
      refusal(400, 'sequence_number_too_old', 'transaction sequence number is 3, current sequence number is  4'),
      'sequence-used',
    ],
    ['its sequence was used, as the virtual machine says', invalid('SEQUENCE_NUMBER_TOO_OLD', 3), 'sequence-used'],
    [
      'another one waits under its sequence',
      refusal(400, 'invalid_transaction_update', 'Transaction already in mempool with a different payload'),
      'known',
    ],
    [
      'it was bumped further',
      refusal(400, 'invalid_transaction_update', 'Transaction already in mempool with a higher gas price'),
      'underpriced',
    ],
    ['its price is below the least', invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15), 'underpriced'],
    ['the treasury lacks coin', invalid('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5), 'insufficient-funds'],
    ['there is no such account', invalid('SENDING_ACCOUNT_DOES_NOT_EXIST', 7), 'insufficient-funds'],
    [
      'the account has too many under way',
      refusal(
        507,
        'mempool_is_full',
        'Mempool over capacity for account. Number of seq number transactions from account: 100 Capacity per account: 100',
      ),
      'rate-limited',
    ],
    ['it is asked too often', { status: 429, body: '' }, 'rate-limited'],
    ['it is asked too often, in its own words', refusal(429, 'rate_limited'), 'rate-limited'],
    ['its signature is wrong', invalid('INVALID_SIGNATURE', 1), 'rejected'],
    ['its chain is another', invalid('BAD_CHAIN_ID', 23), 'rejected'],
    ['it is too large', invalid('EXCEEDED_MAX_TRANSACTION_SIZE', 10), 'rejected'],
    [
      'it cannot be read',
      refusal(400, 'invalid_input', 'Failed to deserialize input into SignedTransaction'),
      'rejected',
    ],
    ['the node has not got so far', invalid('SEQUENCE_NUMBER_TOO_NEW', 4), 'unclear'],
    ['the node has a fault', refusal(500, 'internal_error'), 'unclear'],
    ['it says nothing', null, 'unclear'],
    ['a page of somebody else', { status: 502, body: '<html>' }, 'unclear'],
  ] as const)('%s', async (_, answer, kind) => {
    const { url, asked } = await node(() => answer)
    expect(await sendRaws([aptosRpc(url)], ['0x0102'])).toMatchObject([{ kind }])
    expect(asked[0]).toMatchObject({
      method: 'POST',
      path: '/transactions',
      type: 'application/x.aptos.signed_transaction+bcs',
    })
    expect(asked[0]?.body.toString('hex')).toBe('0102')
  })

  it('goes on with the next node while one says nothing', async () => {
    const silent = await node(() => null)
    const other = await node(() => accepted)
    expect(await sendRaws([aptosRpc(silent.url), aptosRpc(other.url)], ['0x01'])).toEqual([{ kind: 'accepted' }])
    expect(other.asked).toHaveLength(1)
  })
})

describe('several transactions', () => {
  const raws = Array.from({ length: 23 }, (_, place) => `0x${Buffer.of(200, place).toString('hex')}`)

  it('go out in batches of ten, in their order, and each has its own answer', async () => {
    const tooOld = { message: 'old', error_code: 'sequence_number_too_old', vm_error_code: null }
    const made = await node(({ path }) =>
      path === '/transactions/batch'
        ? { status: 206, body: { transaction_failures: [{ transaction_index: 1, error: tooOld }] } }
        : accepted,
    )
    const answers = await sendRaws([aptosRpc(made.url)], raws)
    expect(answers.map(({ kind }) => kind)).toEqual(
      raws.map((_, place) => (place % 10 === 1 ? 'sequence-used' : 'accepted')),
    )
    expect(made.asked.map(({ path, body }) => [path, body[0], body.length])).toEqual([
      ['/transactions/batch', 10, 21],
      ['/transactions/batch', 10, 21],
      ['/transactions/batch', 3, 7],
    ])
    expect(Buffer.concat(made.asked.map(({ body }) => body.subarray(1))).toString('hex')).toBe(
      raws.map((raw) => raw.slice(2)).join(''),
    )
  })

  it('go out one by one where a node refuses all of a batch without saying why', async () => {
    const made = await node(({ path, body }) =>
      path === '/transactions/batch'
        ? refusal(400, 'invalid_input', 'All transactions submitted were invalid.')
        : body[1] === 0
          ? invalid('SEQUENCE_NUMBER_TOO_OLD', 3)
          : invalid('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5),
    )
    const answers = await sendRaws([aptosRpc(made.url)], raws.slice(0, 3))
    expect(answers.map(({ kind }) => kind)).toEqual(['sequence-used', 'insufficient-funds', 'insufficient-funds'])
    expect(made.asked.map(({ path }) => path)).toEqual(['/transactions/batch', ...new Array(3).fill('/transactions')])
  })

  it('are all unclear where the answer to a batch is lost', async () => {
    const made = await node(() => null)
    const answers = await sendRaws([aptosRpc(made.url)], raws.slice(0, 2))
    expect(answers.map(({ kind }) => kind)).toEqual(['unclear', 'unclear'])
  })
})
