import type { ChecklistStep } from '../../../../shared/app-api/checklist.ts'
import type { Money, VaultState } from '../../../../shared/app-api.ts'
import { moneyText } from '../../../../shared/format.ts'

/** The facts that decide which steps of a live project's checklist are done. */
export interface ChecklistFacts {
  seed: Pick<VaultState, 'state' | 'message' | 'backedUp'>
  storage: { isSet: boolean; hostsMetadata: boolean }
  /** The label of the network that a person begins with; null: none was chosen. */
  chainLabel: string | null
  /** The fee balance there, or a sentence that says why it is unknown. */
  balance: Money | string
  /** Whether RPCs of the network passed the test. */
  tested: boolean
  /** NFTs of the project: those on chain, and those accepted and not settled. */
  minted: number
  pending: number
}

/** The steps of a live project, and whether each is done. A minted NFT proves that the network and the balance sufficed. */
export function checklistSteps(facts: ChecklistFacts): ChecklistStep[] {
  const before = [backup(facts), storage(facts), balance(facts), network(facts)]
  return [...before, mint(facts, before)]
}

function backup({ seed: { state, message, backedUp } }: ChecklistFacts): ChecklistStep {
  if (state === 'environment')
    return step('backup', 'done', 'The seed comes from the environment of Mintdesk: whoever set it keeps its words.')
  if (state === 'none' || state === 'refused')
    return step('backup', 'open', message ?? 'There is no vault: make one, or restore it from its 24 words.')
  return backedUp
    ? step('backup', 'done', 'You showed that you have them on paper.')
    : step('backup', 'open', 'They were not written down yet.')
}

function storage({ storage: { isSet, hostsMetadata } }: ChecklistFacts): ChecklistStep {
  if (isSet) return step('storage', 'done', 'A storage is set, and was tested when it was.')
  return hostsMetadata
    ? step('storage', 'done', 'You host metadata yourself: every row of your spreadsheets names its address.')
    : step('storage', 'open', 'No storage is set.')
}

function balance({ balance, chainLabel, minted }: ChecklistFacts): ChecklistStep {
  if (minted > 0) return step('balance', 'done', 'It paid for what was minted. Each price says whether it suffices.')
  if (chainLabel === null) return step('balance', 'open', 'Choose the network that you begin with.')
  if (typeof balance === 'string') return step('balance', 'open', balance)
  return balance.amount === '0'
    ? step('balance', 'open', `There is nothing on ${chainLabel} yet.`)
    : step('balance', 'done', `${moneyText(balance)} on ${chainLabel}.`)
}

function network({ chainLabel, tested, minted }: ChecklistFacts): ChecklistStep {
  if (minted > 0) return step('network', 'done', 'It took what was minted.')
  if (chainLabel === null) return step('network', 'later', 'The network is chosen in the step before.')
  return tested
    ? step('network', 'done', `${chainLabel} passed the test.`)
    : step('network', 'open', `${chainLabel} was not tested yet.`)
}

function mint({ minted, pending }: ChecklistFacts, before: readonly ChecklistStep[]): ChecklistStep {
  if (minted > 0) return step('mint', 'done', 'An NFT of this project is on chain.')
  if (pending > 0) return step('mint', 'under-way', 'It is on its way.')
  return before.every(({ state }) => state === 'done')
    ? step('mint', 'open', 'Everything is ready for it.')
    : step('mint', 'later', 'It comes when the steps before are done.')
}

function step(name: ChecklistStep['name'], state: ChecklistStep['state'], says: string): ChecklistStep {
  return { name, state, says }
}
