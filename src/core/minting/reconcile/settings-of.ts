import type { ContractSettings, Sale } from '../../chains/family/collections.ts'
import type { CollectionSettings, Payments } from '../../store/collections/settings.ts'

/** A sale as the journal has it: `setAside` is what was bought so far plus what is still for sale. */
export function paymentsOf(sale: Sale | null, purchased: number): Payments | null {
  if (sale === null) return null
  return { price: sale.price, payee: sale.payee, setAside: sale.supply === null ? null : purchased + sale.supply }
}

/**
 * A contract's settings, as the journal has them.
 * @param purchased tokens that others have bought, as of the same block
 * @param changed what its own metadata says, if that is not what the contract was made with
 */
export function settingsOf(
  { sale, ...settings }: ContractSettings,
  purchased: number,
  changed: CollectionSettings['changed'],
): CollectionSettings {
  return { ...settings, payments: paymentsOf(sale, purchased), changed }
}
