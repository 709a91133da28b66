import type { Outcome } from '../chains/family/outcome.ts'
import { CoreError } from '../errors.ts'

type Fenced = Extract<Outcome, { kind: 'another-writer' | 'another-history' | 'replaced-minted' }>

/** Sees that no fence of the contract held a mint back. @throws CoreError `collection.fenced` when one did */
export function requireUnfenced<Of extends Outcome>(outcome: Of): asserts outcome is Exclude<Of, Fenced> {
  if (outcome.kind === 'another-writer' || outcome.kind === 'another-history' || outcome.kind === 'replaced-minted')
    throw new CoreError(
      'collection.fenced',
      `Another program mints into this collection with the treasury's key (${outcome.kind}): close it, and start Mintdesk again.`,
    )
}
