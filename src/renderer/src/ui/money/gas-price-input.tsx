import { TextInput } from '@mantine/core'
import { gasPriceUnit, parseGasPrice } from '../../../../shared/gas-price.ts'

export interface GasPriceInputProps {
  /** The label for screen readers. */
  label: string
  chain: string
  value: string
  disabled?: boolean
  onChange: (text: string) => void
}

/** A price of a unit of gas, typed in the usual unit of its chain. */
export function GasPriceInput({ label, chain, value, disabled = false, onChange }: GasPriceInputProps) {
  const wrong = !disabled && parseGasPrice(chain, value) === undefined
  const { name, decimals, least } = gasPriceUnit(chain)
  return (
    <TextInput
      aria-label={`${label} in ${name}`}
      w={110}
      size="sm"
      inputMode="decimal"
      value={value}
      disabled={disabled}
      error={wrong ? (decimals > 0 ? 'A number above 0' : `A whole number from ${least}`) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
