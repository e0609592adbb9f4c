# Homebrew formula: `brew install --formula ./dyno.rb`, or in a tap. ./build dist fills in address, version and checksum.
class Dyno < Formula
  desc "Dynamometer for message brokers: a measured load, and a verdict"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/dyno-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "openjdk"

  def install
    libexec.install Dir["*"]
    (bin/"dyno").write_env_script libexec/"bin/dyno", Language::Java.overridable_java_home_env
    bash_completion.install libexec/"share/completion/dyno.bash" => "dyno"
    fish_completion.install libexec/"share/completion/dyno.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/dyno --version")
    system bin/"dyno", "client", "--broker", "null", "--warmup", "0", "--duration", "1", "--runs", testpath/"runs"
  end
end
