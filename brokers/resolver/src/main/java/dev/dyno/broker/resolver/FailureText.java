package dev.dyno.broker.resolver;

import java.util.Optional;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.transfer.ArtifactNotFoundException;

/** Innermost causes of failures. */
final class FailureText {

    private FailureText() {}

    /** The innermost failure in one line, without a full stop. */
    static String words(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String message = deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
        String line = message.replaceAll("\\s+", " ").strip();
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    /** Artifact that no repository has, if this is the cause. */
    static Optional<Artifact> missing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ArtifactNotFoundException notFound) {
                return Optional.of(notFound.getArtifact());
            }
        }
        return Optional.empty();
    }
}
