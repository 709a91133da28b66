import type { ContractSettings, Sale } from '../../chains/family/collections.ts'
import type { CollectionSettings, Payments } from '../../store/collections/settings.ts'

/** A sale as the journal has it: what is set aside in all is what was bought and what can be. */
export function paymentsOf(sale: Sale | null, purchased: number): Payments | null {
  if (sale === null) return null
  return { price: sale.price, payee: sale.payee, setAside: sale.supply === null ? null : purchased + sale.supply }
}

/**
 * What a contract says, as the journal has it.
 * @param purchased tokens that strangers have bought, as of the same block
 * @param changed what its own metadata says, where it does not say what the contract was made with
 */
export function settingsOf(
  { sale, ...settings }: ContractSettings,
  purchased: number,
  changed: CollectionSettings['changed'],
): CollectionSettings {
  return { ...settings, payments: paymentsOf(sale, purchased), changed }
}
