import { ALPHABET, run, type TokenRule } from "../../token-rule.ts";
import { hasBase62Checksum } from "../checksums.ts";

const { base62, base64, base64url, dotted, hex, hexAny, lower, upper } = ALPHABET;

/** Code hosts, package registries, build services and developer tools, sorted by id. */
export const CODE_TOKENS: readonly TokenRule[] = [
  {
    id: "appveyor-token",
    shape: ["v2.", run(lower, 20)],
    entropyMin: 3.4,
    source: "https://www.appveyor.com/docs/api/",
  },
  {
    id: "artifactory-api-key",
    shape: ["AKCp", run(base62, 69)],
    source: "https://jfrog.com/help/r/jfrog-platform-administration-documentation/api-key",
  },
  {
    id: "artifactory-reference-token",
    shape: ["cmVmd", run(base62, 59)],
    source: "https://jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens",
  },
  {
    id: "atlassian-api-token",
    shape: ["ATATT3", run(base64url, 170, 220), "=", run(hexAny, 8)],
    source: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
  },
  {
    id: "bitbucket-app-password",
    shape: ["ATBB", run(base62, 32)],
    source: "https://support.atlassian.com/bitbucket-cloud/docs/app-passwords/",
  },
  {
    id: "bitbucket-repository-token",
    shape: ["ATCTT3", run(base64url, 150, 220), "=", run(hexAny, 8)],
    source: "https://support.atlassian.com/bitbucket-cloud/docs/repository-access-tokens/",
  },
  {
    id: "buildkite-token",
    shape: [["bkua_", "bkaj_", "bkct_"], run(base62, 40)],
    source: "https://buildkite.com/docs/platform/security/tokens",
  },
  {
    id: "circleci-token",
    shape: [["CCIPAT_", "CCIPRJ_"], run(base62, 22), "_", run(hex, 40)],
    source: "https://circleci.com/docs/managing-api-tokens/",
  },
  {
    id: "clojars-token",
    shape: ["CLOJARS_", run(lower, 60)],
    source: "https://github.com/clojars/clojars-web/wiki/Deploy-Tokens",
  },
  {
    id: "crates-io-token",
    shape: ["cio", run(base62, 32)],
    source: "https://doc.rust-lang.org/cargo/reference/publishing.html",
    entropyMin: 3.2,
  },
  {
    id: "docker-access-token",
    shape: [["dckr_pat_", "dckr_oat_"], run(base64url, 27, 36)],
    source: "https://docs.docker.com/security/access-tokens/",
  },
  {
    id: "docker-swarm-key",
    shape: ["SWMKEY-1-", run(base64, 43)],
    source: "https://docs.docker.com/engine/swarm/swarm_manager_locking/",
  },
  {
    id: "docker-swarm-token",
    shape: [["SWMTKN-1-"], run(lower, 48, 52), "-", run(lower, 24, 26)],
    source: "https://docs.docker.com/engine/swarm/join-nodes/",
  },
  {
    id: "endor-labs-key",
    shape: ["endr+", run(base62, 16)],
    source: "https://docs.endorlabs.com/administration/api-keys/",
  },
  {
    id: "github-app-jwt-token",
    placeholder: "GITHUB_TOKEN",
    shape: ["ghs_", run(base62, 1, 20), "_eyJ", run(dotted, 60, 900)],
    source: "https://github.blog/changelog/",
  },
  {
    id: "github-fine-grained-token",
    placeholder: "GITHUB_TOKEN",
    shape: ["github_pat_", run(base62, 22), "_", run(base62, 59)],
    source:
      "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github",
  },
  {
    id: "github-token",
    shape: [["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], run(base62, 36)],
    checksum: hasBase62Checksum,
    source: "https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/",
  },
  {
    id: "gitlab-ci-job-token",
    placeholder: "GITLAB_TOKEN",
    shape: ["glcbt-", run(base62, 1, 5), "_", run(base64url, 20)],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "gitlab-oauth-secret",
    placeholder: "GITLAB_TOKEN",
    shape: ["gloas-", run(base64url, 64)],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "gitlab-routable-token",
    placeholder: "GITLAB_TOKEN",
    shape: [["glpat-", "glrt-t1_", "glrt-t2_", "glrt-t3_"], run(base64url, 27, 300), ".", run(lower, 2), run(lower, 7)],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "gitlab-runner-registration",
    placeholder: "GITLAB_TOKEN",
    shape: ["GR1348941", run(base64url, 20)],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "gitlab-token",
    shape: [
      ["glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "glffct-", "glwt-"],
      run(base64url, 20, 50),
    ],
    source: "https://docs.gitlab.com/security/tokens/",
  },
  {
    id: "mergify-application-key",
    isWhole: true,
    shape: ["mka_", run(base64url, 40, 60)],
    source: "https://docs.mergify.com/api-usage/",
  },
  {
    id: "npm-token",
    shape: ["npm_", run(base62, 36)],
    checksum: hasBase62Checksum,
    source: "https://docs.npmjs.com/about-access-tokens",
  },
  {
    id: "nuget-api-key",
    shape: ["oy2", run(lower, 43)],
    source: "https://learn.microsoft.com/en-us/nuget/nuget-org/scoped-api-keys",
  },
  {
    id: "octopus-api-key",
    shape: ["API-", run(upper, 26)],
    source: "https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key",
    entropyMin: 3,
  },
  {
    id: "openvsx-token",
    shape: [
      ["ovsxp_", "ovsxat_"],
      run(hex, 8),
      "-",
      run(hex, 4),
      "-",
      run(hex, 4),
      "-",
      run(hex, 4),
      "-",
      run(hex, 12),
    ],
    source: "https://github.com/eclipse/openvsx/wiki/Publishing-Extensions",
  },
  {
    id: "packagist-token",
    shape: [["packagist_uut_", "packagist_ort_", "packagist_out_", "packagist_urt_"], run(hex, 68)],
    source: "https://packagist.com/docs/api",
  },
  {
    id: "postman-api-key",
    shape: ["PMAK-", run(hexAny, 24), "-", run(hexAny, 34)],
    source: "https://learning.postman.com/docs/developer/postman-api/authentication/",
  },
  {
    id: "pypi-token",
    shape: [["pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"], run(base64url, 50, 1000)],
    source: "https://pypi.org/help/#apitoken",
  },
  {
    id: "readme-api-key",
    shape: ["rdme_", run(lower, 70)],
    source: "https://docs.readme.com/main/reference/authentication",
  },
  { id: "rubygems-api-key", shape: ["rubygems_", run(hex, 48)], source: "https://guides.rubygems.org/api-key-scopes/" },
  {
    id: "sentry-org-token",
    shape: ["sntrys_eyJ", run(ALPHABET.base64, 80, 300), ["=_", "==_", "_"], run(ALPHABET.base64, 43)],
    source: "https://docs.sentry.io/account/auth-tokens/",
  },
  { id: "sentry-user-token", shape: ["sntryu_", run(hex, 64)], source: "https://docs.sentry.io/account/auth-tokens/" },
  {
    id: "sonar-token",
    shape: [["squ_", "sqp_", "sqa_"], run(hexAny, 40)],
    source: "https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/",
  },
  {
    id: "sourcegraph-instance-token",
    placeholder: "SOURCEGRAPH_TOKEN",
    shape: ["sgp_", run(hexAny, 16), "_", run(hexAny, 40)],
    source: "https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token",
  },
  {
    id: "sourcegraph-license-key",
    placeholder: "SOURCEGRAPH_TOKEN",
    shape: ["slk_", run(hex, 64)],
    source: "https://sourcegraph.com/docs/cody",
  },
  {
    id: "sourcegraph-token",
    shape: [["sgp_local_", "sgp_"], run(hexAny, 40)],
    source: "https://sourcegraph.com/docs/cli/how-tos/creating-an-access-token",
  },
  {
    id: "svix-signing-secret",
    shape: ["whsk_", run(base64, 32, 80)],
    source: "https://docs.svix.com/receiving/verifying-payloads/how",
  },
  {
    id: "teamcity-token",
    shape: ["eyJ0eXAiOiAiVENWMiJ9.", run(base64url, 30, 60), ".", run(base64url, 40, 60)],
    source: "https://www.jetbrains.com/help/teamcity/configuring-your-user-profile.html",
  },
  { id: "valtown-token", shape: ["vtwn_", run(base62, 24, 48)], source: "https://docs.val.town/api/authentication/" },
];
