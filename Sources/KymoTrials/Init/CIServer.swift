/// A CI server for which a job can be written.
package enum CIServer: String, CaseIterable, Sendable {
  /// GitHub Actions.
  case github
  /// GitLab CI/CD.
  case gitlab
  /// Jenkins, with the Docker Pipeline plug-in.
  case jenkins

  /// The file that it reads.
  package var path: String {
    switch self {
    case .github: ".github/workflows/kymograph.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .jenkins: "Jenkinsfile"
    }
  }
}
