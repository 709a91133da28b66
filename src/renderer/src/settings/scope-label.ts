import { chainLabel, isChainName } from '../../../shared/chains.ts'

/** `all`, or a network's name, for people. */
export function scopeLabel(scope: string): string {
  return scope === 'all' ? 'All networks' : isChainName(scope) ? chainLabel(scope) : scope
}
