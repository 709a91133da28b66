import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface EventsTable {
  seq: Generated<number>
  project_id: string
  type: string
  data: string
  created_at: number
}

/** The servers to which ended actions are reported. */
export interface WebhooksTable {
  id: string
  project_id: string
  url: string
  /** Names with commas between them; empty: all. */
  events: string
  secret: string
  allow_private: Flag
  created_at: number
  failing_since: number | null
  disabled_at: number | null
}

/** Ended mints and actions with their outcome, until webhook messages are made of them; entered by triggers. */
export interface EndedActionsTable {
  seq: Generated<number>
  mint_pk: number | null
  action_pk: number | null
  transfer_pk: number | null
  status: 'succeeded' | 'failed'
  error_code: string | null
  error_message: string | null
  completed_at: number | null
}

export interface WebhookMessagesTable {
  pk: Generated<number>
  /** `svix-id` */
  id: string
  type: string
  /** JSON, as it is sent. */
  body: string
  created_at: number
}

export interface WebhookDeliveriesTable {
  pk: Generated<number>
  webhook_id: string
  message_pk: number
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** Null unless it waits. */
  next_at: number | null
  last_at: Generated<number | null>
  last_status: Generated<number | null>
  last_error: Generated<string | null>
}

export interface RequestsTable {
  pk: Generated<number>
  project_id: string | null
  at: number
  ms: number
  caller: string
  method: string
  url: string
  status: number
  request: string | null
  answer: string | null
}

/** Rows are only ever added (audit.ts). */
export interface AuditTable {
  pk: Generated<number>
  at: number
  project_id: string | null
  who: string
  act: string
  subject: string
  amount: string | null
  /** JSON */
  detail: string
}

export interface AuditEndsTable {
  audit_pk: number
  at: number
  status: number
  code: string | null
}
