package dev.dyno.model.result;

import java.util.Optional;

/**
 * End of a command that a run started as a fault.
 *
 * @param line as the user wrote it, without secrets
 * @param exitStatus empty if the command was not started or was killed; the output then says why
 * @param output text that the command wrote, cut off after some KiB, without secrets
 */
public record CommandResult(String line, Optional<Integer> exitStatus, String output) {

    /** Exit status in words. */
    public String status() {
        return exitStatus.map(status -> "exit status " + status).orElse("no exit status");
    }

    public Optional<String> firstLine() {
        return output.lines().filter(text -> !text.isBlank()).findFirst();
    }

    /** Exit status, and the first line that the command wrote. */
    public String sentence() {
        return status() + firstLine().map(text -> ": " + text).orElse("");
    }
}
