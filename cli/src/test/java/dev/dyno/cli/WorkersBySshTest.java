package dev.dyno.cli;

import static java.nio.file.attribute.PosixFilePermissions.fromString;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script of the guide that starts workers by SSH, in a folder of its own, with stand-ins for {@code ssh}, which runs the command
 * here, and for {@code dyno}, whose workers wait.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class WorkersBySshTest {

    private static final Path SCRIPT = Path.of("..", "docs", "guide", "workers-by-ssh.sh");

    private final Path home;
    private final Path dyno;

    WorkersBySshTest(@TempDir Path folder) throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        dyno = Files.createDirectories(folder.resolve("installed"));
        Path guide = Files.createDirectories(dyno.resolve("docs").resolve("guide"));
        Files.copy(SCRIPT, guide.resolve("workers-by-ssh.sh"));
        Files.createDirectories(dyno.resolve("target").resolve("dyno"));
        // Its first word but those of the options is the host. A worker is the process itself, as it is that of a
        // terminal.
        program(folder.resolve("bin").resolve("ssh"), """
                [ "$1" = -tt ] && shift
                mkdir -p "$HOME/$1"
                cd "$HOME/$1"
                shift
                case "$*" in
                  *"dyno worker"*) exec $* ;;
                  *) eval "$*" ;;
                esac
                """);
        program(dyno.resolve("dyno"), """
                echo "$*" >>"$HOME/said"
                case "$*" in
                  "worker keys "*) for name in "${@:4}"; do mkdir -p "$3/$name"; done ;;
                  worker*) echo $$ >>"$HOME/workers"; exec sleep 600 ;;
                  run*) until [ "$(wc -l <"$HOME/workers")" = 2 ]; do sleep 0.01; done; exit 2 ;;
                esac
                """);
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + text);
        Files.setPosixFilePermissions(file, fromString("rwxr-xr-x"));
    }

    private Ran script(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("bash", dyno.resolve("docs/guide/workers-by-ssh.sh").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("console").toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().merge("PATH", home.resolveSibling("bin").toString(), (path, bin) -> bin + ":" + path);
        Process process = builder.start();
        boolean ended = process.waitFor(30, TimeUnit.SECONDS);
        String said = Files.readString(home.resolve("console"));
        process.destroyForcibly();
        assertThat(ended).as(said).isTrue();
        return new Ran(process.exitValue(), said, "");
    }

    @Test
    void saysHowItIsUsedIfWordsAreMissing() throws Exception {
        for (String words : List.of("", "here", "here --", "here there", "here there --")) {
            Ran ran = script(words.isEmpty() ? new String[0] : words.split(" ", -1))
                    .ended(Exit.USAGE);
            assertThat(ran.out()).startsWith("usage: docs/guide/workers-by-ssh.sh THIS_HOST WORKER_HOST... -- ");
        }
        assertThat(home.resolve("said")).doesNotExist();
    }

    @Test
    void removesItsWorkersWhenTheCoordinatorRefuses() throws Exception {
        script("here", "a", "b", "--", "wrong.yaml").ended(2);
        assertThat(Files.readString(home.resolve("said")))
                .contains(
                        "worker --join here:7400 --name a --keys dyno-worker/a --wait 60s --once",
                        "worker --join here:7400 --name b --keys dyno-worker/b --wait 60s --once",
                        "run --workers 2 --listen here:7400 --keys " + home + "/.dyno/keys/coordinator wrong.yaml");
        List<String> workers = Files.readAllLines(home.resolve("workers"));
        assertThat(workers).hasSize(2).allSatisfy(pid -> assertThat(
                        ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive))
                .isEmpty());
    }
}
