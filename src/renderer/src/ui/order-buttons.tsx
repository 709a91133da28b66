import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Confirm } from './confirm.tsx'
import { type Order, possibleOrders } from './orders.ts'

interface OrderButtonsProps {
  state: string
  /** NFTs that can still be cancelled, and those that can be tried again. */
  unsent: number
  failed: number
  /** An order is under way. */
  busy: boolean
  onOrder(order: Order): void
  /** The question before the rest is cancelled: the button and title, the way back, the action, and what it means. */
  cancelling: { label: string; keep: string; act: string; meaning: ReactNode }
}

/** Pause, resume, cancel and try again, for work on many NFTs in its present state. */
export function OrderButtons({ state, unsent, failed, busy, onOrder, cancelling }: OrderButtonsProps) {
  const [asking, { open, close }] = useDisclosure(false)
  const possible = possibleOrders({ state, unsent, failed })
  return (
    <>
      {possible.includes('pause') && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} />}
          loading={busy}
          onClick={() => onOrder('pause')}
        >
          Pause
        </Button>
      )}
      {possible.includes('resume') && (
        <Button leftSection={<IconPlayerPlay size={16} />} loading={busy} onClick={() => onOrder('resume')}>
          Resume
        </Button>
      )}
      {possible.includes('cancel') && (
        <Button variant="default" onClick={open}>
          {cancelling.label}
        </Button>
      )}
      {possible.includes('retry') && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={busy}
          onClick={() => onOrder('retry')}
        >
          Retry failed
        </Button>
      )}
      <Confirm
        opened={asking}
        onClose={close}
        title={`${cancelling.label}?`}
        keep={cancelling.keep}
        act={cancelling.act}
        onAct={() => {
          close()
          onOrder('cancel')
        }}
      >
        {cancelling.meaning}
      </Confirm>
    </>
  )
}
