/**
 * Bounce Address Tag Validation: servers add a tag before the local part of MAIL FROM, to recognize their own
 * bounces.
 */

/** draft-levine-smtp-batv-01 section 2, `prvs=tag=local`; Barracuda's gateways write `btv1==tag==local`. */
const TAG = /^(?:prvs=[^=@]+=|btv1==[^=@]+==)/i;

/** The address without its tag. @param address or its local part, in any case */
export const withoutBatvTag = (address: string) => address.replace(TAG, '');
