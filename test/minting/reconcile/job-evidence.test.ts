import { expect, it } from 'vitest'
import type { JobRecord } from '../../../src/core/chains/family/job-record.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { differenceOf } from '../../../src/core/minting/reconcile/job-evidence.ts'

const [ada, bob] = ['0xAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaaAAaa', '0xBBbbBBbbBBbbBBbbBBbbBBbbBBbbBBbbBBbbBBbb']
const of = { contract: '0xc0', jobId: '0x01' }
const told = { minter: null, txHash: null, block: null, firstTokenId: 7 }

const batch: Work = { kind: 'mint-batch', ...of, folder: '0xF0', recipients: [ada, bob], sorted: false }
const folder = { kind: 'folder', folder: '0xf0', base: false } as const
const hosted: Work = { kind: 'mint-uris', ...of, recipients: [ada, bob], uris: ['https://a', 'https://b'] }
const lone: Work = { kind: 'mint-single', ...of, recipient: ada, uri: 'ipfs://a' }
const copies: Work = {
  ...{ kind: 'mint-copies', ...of, folder: '0xF0', definitions: [] },
  copies: [{ recipient: ada, tokenId: 3, amount: 2 }],
}
const units = { kind: 'copies', number: 1, folder: '0xf0', items: [{ recipient: ada, tokenId: 3, amount: 2 }] } as const

const tokens = (recipients: readonly string[], metadata: Extract<JobRecord, { kind: 'tokens' }>['metadata']) =>
  ({ ...told, kind: 'tokens', recipients, metadata }) satisfies JobRecord

it.each<[string, Work, JobRecord]>([
  ['a batch with its folder, however its hex is written', batch, tokens([ada.toLowerCase(), bob], folder)],
  ['hosted metadata', hosted, tokens([ada, bob], { kind: 'uris', uris: ['https://a', 'https://b'] })],
  ['a lone mint', lone, tokens([ada], { kind: 'single', uri: 'ipfs://a' })],
  ['copies', copies, { ...told, ...units }],
])('believes that a job is minted where the contract holds exactly that: %s', (_, work, record) => {
  expect(differenceOf(work, record)).toBeNull()
})

it.each<[string, Work, JobRecord]>([
  ['other recipients', batch, tokens([bob, ada], folder)],
  ['fewer', batch, tokens([ada], folder)],
  ['another folder', batch, tokens([ada, bob], { ...folder, folder: '0xf1' })],
  ['a folder that says nothing of the metadata', batch, tokens([ada, bob], { ...folder, base: true })],
  ['other URIs', hosted, tokens([ada, bob], { kind: 'uris', uris: ['https://b', 'https://a'] })],
  ['another recipient of a lone mint', lone, tokens([bob], { kind: 'single', uri: 'ipfs://a' })],
  ['another URI of a lone mint', lone, tokens([ada], { kind: 'single', uri: 'ipfs://b' })],
  ['a lone mint of which nobody tells the URI', lone, tokens([ada], { kind: 'single', uri: null })],
  ['something else than a batch', batch, tokens([ada, bob], { kind: 'single', uri: 'ipfs://a' })],
  ['other amounts of copies', copies, { ...told, ...units, items: [{ recipient: ada, tokenId: 3, amount: 3 }] }],
  ['copies of another template', copies, { ...told, ...units, items: [{ recipient: ada, tokenId: 4, amount: 2 }] }],
  ['copies with another list', copies, { ...told, ...units, folder: '0xf1' }],
  ['tokens in place of copies', copies, tokens([ada], folder)],
])('does not where it holds %s', (_, work, record) => {
  expect(differenceOf(work, record)).not.toBeNull()
})
