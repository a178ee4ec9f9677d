/** The postage stamp with the mark, and the postmark over it: decoration, no state is told by it alone. */
export function Stamp({ postmarked }: { postmarked: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="64 0 66 90" className="drawing stamp">
      <path className="fill-stamp" d="M66 7h64v76H66z" />
      <path className="perforation" d="M66 7h64v76H66z" />
      <path className="fill-none stroke-stamp-ink" d="M73.500 14.500h49v61h-49z" />
      <path className="fill-stamp-ink" transform="translate(78.800 20) scale(1.200)" d={MARK} />
      {postmarked !== undefined && <Postmark date={postmarked} />}
    </svg>
  );
}

/** A V folded like a flap: one half seen, one half veiled. On 32 x 32. */
const MARK =
  'M2 5h9.4L16 12.56V28zM20.6 5H30L28.54 7.4H19.14zM18.17 9H27.57L26.1 11.4H16.9V11.08zM16.9 13H25.13L23.67 15.4H16.9zM16.9 17H22.7L21.23 19.4H16.9zM16.9 21H20.26L18.8 23.4H16.9z';

/** The waves run below the mark, so that it stays readable at every size. */
function Postmark({ date }: { date: string }) {
  const [day, year] = date.split('\n');
  return (
    <g className="postmark strike">
      <g transform="rotate(-8 30 54)">
        <circle cx="30" cy="54" r="25" />
        <circle cx="30" cy="54" r="16.500" />
        <path id="postmark-arc" stroke="none" d="M11 54a19 19 0 0 1 38 0" />
        <text
          className="font-sans"
          fontSize="7"
          fontWeight="600"
          letterSpacing="1"
          textAnchor="middle"
        >
          <textPath href="#postmark-arc" startOffset="50%">
            VEILPOST
          </textPath>
        </text>
        <text
          x="30"
          y="52.500"
          className="font-mono"
          fontSize="8.500"
          fontWeight="600"
          textAnchor="middle"
        >
          {day}
        </text>
        <text
          x="30"
          y="62.500"
          className="font-mono"
          fontSize="8.500"
          fontWeight="600"
          textAnchor="middle"
        >
          {year}
        </text>
      </g>
      <path
        strokeWidth="1.200"
        d="M57 62q6-5 12-1t12-1 12-1 12-1 12-1 10-3M55 68q6-5 12-1t12-1 12-1 12-1 12-1 12-3M53 74q6-5 12-1t12-1 12-1 12-1 12-1 14-3"
      />
    </g>
  );
}
