package dev.dyno.broker.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shell that ends the processes of a broker, also paused ones, and deletes its private data folder when the tool has died for any
 * reason: it knows the process ids and waits for the end of its input.
 *
 * <p>Assumptions and guarantees: one thread at a time. A process runs its program only after {@link #over}, see
 * {@link Launch#letRun}.
 */
final class ProgramWatch {

    /**
     * The shell's script. Each line of its input has the present process ids; a line {@code bye} ends the shell. A signal goes to
     * the process group of an id if there is one, because a group includes descendants.
     */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            all=
            remove_containers() {
                [ -n "$1" ] || return 0
                # One by one: an engine that misses one of several removes none.
                for container in $("$1" ps --all --quiet --filter "label=$2"); do
                    # Without it a removal waits for the program.
                    "$1" kill "$container"
                    "$1" rm --force "$container"
                done
            }
            while read -r line; do
                if [ "$line" = bye ]; then
                    # One that was made and never ran is not removed by its end.
                    remove_containers "$2" "$3"
                    exit 0
                fi
                all="$line"
            done
            signal() {
                heard=1
                for pid in $all; do
                    if kill -s "$1" -- "-$pid" || kill -s "$1" -- "$pid"; then heard=0; fi
                done 2>/dev/null
                return $heard
            }
            tenths=0
            # A broker would only save what is deleted anyway. An engine's client would leave a half made container.
            [ -z "$1" ] || [ -n "$2" ] || signal KILL
            signal TERM
            # One that is paused hears it then.
            signal CONT
            while signal 0 && [ $tenths -lt 100 ]; do
                sleep 0.1
                tenths=$((tenths + 1))
            done
            signal KILL
            remove_containers "$2" "$3"
            [ -z "$1" ] || rm -rf -- "$1"
            """;

    private final List<String> command =
            new ArrayList<>(Launch.detached(List.of("/bin/sh", "-c", SCRIPT, "dyno-watch")));
    private @Nullable Process shell;

    ProgramWatch(DataFolder data, Optional<Container> container) {
        command.add(data.isPrivate() ? data.path().toString() : "");
        container.map(Container::removal).ifPresent(command::addAll);
    }

    /** Starts the shell, with no process to watch yet. */
    void begin() throws IOException {
        shell = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
    }

    /** Replaces the processes to watch. */
    void over(List<ProcessHandle> processes) {
        say(processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" ")));
    }

    void end() {
        say("bye");
    }

    private void say(String line) {
        Process begun = shell;
        if (begun != null) {
            try {
                begun.getOutputStream().write((line + '\n').getBytes(StandardCharsets.UTF_8));
                begun.getOutputStream().flush();
            } catch (IOException e) {
                // The shell has been ended by others; the next start of a broker then cleans up.
            }
        }
    }
}
