import { expect, it } from 'vitest'
import { type ChecklistFacts, checklistSteps } from '../../../src/core/api/app/checklist/steps.ts'

const nothing: ChecklistFacts = {
  seed: { state: 'open', message: null, backedUp: false },
  storage: { isSet: false, hostsMetadata: false },
  chainLabel: null,
  balance: '',
  tested: false,
  minted: 0,
  pending: 0,
}
const coin = (amount: string) => ({ amount, currency: 'ETH', decimals: 18 })
const all: ChecklistFacts = {
  ...nothing,
  seed: { ...nothing.seed, backedUp: true },
  storage: { isSet: true, hostsMetadata: false },
  chainLabel: 'Base',
  balance: coin('1'),
  tested: true,
}
const states = (facts: Partial<ChecklistFacts>, of = all) =>
  checklistSteps({ ...of, ...facts }).map(({ name, state }) => `${name} ${state}`)
const says = (name: string, facts: Partial<ChecklistFacts>) =>
  checklistSteps({ ...all, ...facts }).find((step) => step.name === name)?.says

it('a live project of which nothing is done is led from the words on', () => {
  expect(states({}, nothing)).toEqual(['backup open', 'storage open', 'balance open', 'network later', 'mint later'])
})

it('the mint to oneself comes once the four before it are done, and each of them holds it up', () => {
  expect(states({})).toEqual(['backup done', 'storage done', 'balance done', 'network done', 'mint open'])
  for (const [facts, open] of [
    [{ seed: { ...all.seed, backedUp: false } }, 'backup open'],
    [{ storage: { isSet: false, hostsMetadata: false } }, 'storage open'],
    [{ balance: coin('0') }, 'balance open'],
    [{ tested: false }, 'network open'],
  ] as const) {
    expect(states(facts)).toContain(open)
    expect(states(facts)).toContain('mint later')
  }
  expect(states({ pending: 1 })).toContain('mint under-way')
  expect(states({ minted: 1 })).toContain('mint done')
})

it('the words count as kept where the seed comes from the environment; a vault that is gone or refused does not', () => {
  expect(states({ seed: { state: 'environment', message: null, backedUp: false } })).toContain('backup done')
  expect(states({ seed: { state: 'none', message: null, backedUp: true } })).toContain('backup open')
  expect(says('backup', { seed: { state: 'refused', message: 'It is of a newer version.', backedUp: true } })).toBe(
    'It is of a newer version.',
  )
})

it('no storage is needed by somebody who hosts metadata themselves', () => {
  expect(states({ storage: { isSet: false, hostsMetadata: true } })).toContain('storage done')
})

it('what was minted shows that the network and the balance did, also once it is spent', () => {
  expect(states({ chainLabel: null, balance: '', tested: false, minted: 3 })).toEqual([
    'backup done',
    'storage done',
    'balance done',
    'network done',
    'mint done',
  ])
})

it('a balance that cannot be known says why', () => {
  expect(says('balance', { balance: 'Unlock the vault.' })).toBe('Unlock the vault.')
  expect(says('balance', { balance: coin('250000000000000000') })).toBe('0.25 ETH on Base.')
})
