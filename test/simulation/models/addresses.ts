/** The names and addresses of far servers. */

export const farAddress = (number: number) => `45.${number}.0.1`;
export const farDomain = (number: number) => `d${number}.test`;
