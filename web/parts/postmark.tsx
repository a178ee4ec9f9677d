import { POSTMARK_WAVES, postmarkDate } from '#rules/stamp/postmark.ts';

/** A translator leaves it; React's types have this attribute for HTML only. */
const KEPT = { translate: 'no' };

/**
 * The postmark across the stamp.
 * @param time ISO 8601
 */
export function Postmark({ time }: { time: string }) {
  const [day, year] = postmarkDate(time).split('\n');
  return (
    <g {...KEPT} className="postmark strike">
      <g transform="rotate(-8 30 54)">
        <circle cx="30" cy="54" r="25" />
        <circle cx="30" cy="54" r="16.500" />
        <path id="postmark-arc" stroke="none" d="M11 54a19 19 0 0 1 38 0" />
        <text className="ring-text">
          <textPath href="#postmark-arc" startOffset="50%">
            VEILPOST
          </textPath>
        </text>
        <text x="30" y="52.500">
          {day}
        </text>
        <text x="30" y="62.500">
          {year}
        </text>
      </g>
      <path strokeWidth="1.200" d={POSTMARK_WAVES} />
    </g>
  );
}
