package dev.dyno.broker.resolver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.version.Version;

/** Versions of an artifact in the repositories. */
record Versions(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {

    private static final int NEWEST = 8;

    /** Versions of an artifact, oldest first; empty when no repository can be asked. */
    List<String> of(Artifact artifact) {
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

    static List<String> newest(List<String> oldestFirst) {
        List<String> newest =
                new ArrayList<>(oldestFirst.subList(Math.max(0, oldestFirst.size() - NEWEST), oldestFirst.size()));
        Collections.reverse(newest);
        return newest;
    }
}
