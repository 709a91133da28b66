import { Checkbox } from '@mantine/core'
import type { VaultState } from '../../../shared/app-api.ts'

/** Whether this computer's keychain may open the vault, too; says why where it cannot. */
export function KeychainChoice({
  keychain,
  checked,
  onChange,
}: {
  keychain: VaultState['keychain']
  checked: boolean
  onChange(checked: boolean): void
}) {
  const isThere = keychain.unavailable === null
  return (
    <Checkbox
      label="This computer’s keychain opens it, too"
      description={keychain.unavailable ?? 'Then it is unlocked after each start of the app, without the passphrase.'}
      disabled={!isThere}
      checked={isThere && checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
