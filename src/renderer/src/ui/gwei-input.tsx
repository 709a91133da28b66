import { TextInput } from '@mantine/core'
import { parseGwei } from '../../../shared/gas-price.ts'

export interface GweiInputProps {
  /** For those who do not see where it stands. */
  label: string
  value: string
  disabled?: boolean
  onChange: (text: string) => void
}

/** A price per unit of gas, typed in gwei. */
export function GweiInput({ label, value, disabled = false, onChange }: GweiInputProps) {
  const wrong = !disabled && parseGwei(value) === undefined
  return (
    <TextInput
      aria-label={label}
      w={110}
      size="sm"
      inputMode="decimal"
      value={value}
      disabled={disabled}
      error={wrong ? 'A number above 0' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
