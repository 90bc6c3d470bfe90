import { failureReasonNames, failureReasons, type FailureReason } from '../../../failure-reasons.ts'

/** The labels of the table, so that a driver's app and the dashboard say the same. */
export const reasons = Object.fromEntries(
  failureReasonNames.map((name) => [`reason.${name}`, failureReasons[name].label]),
) as Record<`reason.${FailureReason}`, string>
