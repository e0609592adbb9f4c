package dev.dyno.broker.resolver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.version.Version;

/** Makes sentences about failures to fetch artifacts. */
record FailureText(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {

    private static final int NEWEST = 8;

    /** Sentence for the user about what cannot be fetched. */
    String of(Exception failure, Artifact first) {
        Optional<Artifact> missing = missing(failure);
        String place = session.getLocalRepository().getBasedir().toString();
        if (session.isOffline()) {
            return missing.map(Artifact::toString).orElse("what it needs") + " is not in " + place
                    + ", and Maven's settings say offline. It has to be fetched once, online.";
        }
        List<String> versions = versions(first);
        if (!versions.isEmpty() && !versions.contains(first.getVersion())) {
            return "version " + first.getVersion() + " does not exist; the newest are "
                    + String.join(", ", newest(versions)) + ".";
        } else if (missing.isPresent()) {
            return missing.get() + " can neither be fetched nor found in " + place + ": " + words(failure) + ".";
        }
        return "cannot be fetched from " + urls() + " into " + place + ": " + words(failure)
                + ". Check the network, and the mirrors and proxies in Maven's settings.";
    }

    private String urls() {
        return repositories.stream().map(RemoteRepository::getUrl).distinct().collect(Collectors.joining(", "));
    }

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

    /** Artifact that no repository has, if that is the cause of the failure. */
    private static Optional<Artifact> missing(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ArtifactNotFoundException notFound) {
                return Optional.of(notFound.getArtifact());
            }
        }
        return Optional.empty();
    }

    /** Versions of an artifact, oldest first; empty when no repository can be asked. */
    private List<String> versions(Artifact artifact) {
        Artifact any = new DefaultArtifact(artifact.getGroupId(), artifact.getArtifactId(), "jar", "[0,)");
        try {
            return system
                    .resolveVersionRange(session, new VersionRangeRequest(any, repositories, null))
                    .getVersions()
                    .stream()
                    .map(Version::toString)
                    .toList();
        } catch (VersionRangeResolutionException e) {
            return List.of();
        }
    }

    private static List<String> newest(List<String> oldestFirst) {
        List<String> newest =
                new ArrayList<>(oldestFirst.subList(Math.max(0, oldestFirst.size() - NEWEST), oldestFirst.size()));
        Collections.reverse(newest);
        return newest;
    }
}
