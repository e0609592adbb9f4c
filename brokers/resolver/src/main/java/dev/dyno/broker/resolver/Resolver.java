package dev.dyno.broker.resolver;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.collection.CollectResult;
import org.eclipse.aether.collection.DependencyCollectionException;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.Exclusion;
import org.eclipse.aether.repository.LocalArtifactRequest;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.graph.visitor.PreorderNodeListGenerator;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;

/**
 * Fetches artifacts with all that they depend on into the user's local Maven repository, by the user's Maven settings.
 *
 * <p>Arguments: coordinates ({@code group:artifact:version}); {@code exclude=group:artifact} for a dependency to leave out;
 * {@code pin=group:artifact:version} for a dependency whose version is fixed. Or each argument is {@code coordinates#SHA-256}:
 * those files without dependencies, refused if a checksum differs. Standard output, a line each: {@code READING n} while {@code
 * n} descriptions have been read; {@code FETCHING n m bytes} while n of m missing jars are here; then {@code JAR path} for each,
 * in the order of the class path, and {@code DONE}; or {@code FAILED} with a sentence for the user. Ends at the end of standard
 * input, which is the end of the tool.
 */
public final class Resolver {

    private static final String EXCLUDE = "exclude=";
    private static final String PIN = "pin=";

    private final RepositorySystem system;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;
    private final DownloadProgress progress;

    private Resolver(Context context, DownloadProgress progress) {
        this.progress = progress;
        system = context.repositorySystem();
        session = context.repositorySystemSession();
        repositories = context.remoteRepositories();
    }

    public static void main(String[] args) {
        PrintStream out = System.out;
        endWithTheTool();
        DownloadProgress progress = new DownloadProgress(out);
        ContextOverrides.Builder overrides = ContextOverrides.create()
                .withUserSettings(true)
                // Repositories that old POMs name no longer exist, and asking for each of them takes a minute.
                .ignoreArtifactDescriptorRepositories(true)
                // Without its descriptor, a jar's dependencies would be missing silently.
                .artifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false))
                // A jar whose checksum differs from the published one is refused.
                .checksumPolicy(ContextOverrides.ChecksumPolicy.FAIL)
                .transferListener(progress);
        String localRepository = System.getProperty("maven.repo.local");
        if (localRepository != null) {
            overrides.withLocalRepositoryOverride(Path.of(localRepository));
        }
        MavenSettings.home().ifPresent(overrides::withMavenSystemHomeOverride);
        int status = 1;
        try (Context context = context(overrides)) {
            status = new Resolver(context, progress).run(List.of(args), out);
        } catch (RuntimeException e) {
            out.println("FAILED cannot be fetched: " + FailureText.words(e) + ".");
        }
        out.flush();
        System.exit(status);
    }

    private static Context context(ContextOverrides.Builder overrides) {
        boolean offline;
        try (Context asked = Runtimes.INSTANCE.getRuntime().create(overrides.build())) {
            offline = MavenSettings.isOffline(asked);
        }
        // Creates a new runtime: one that is customised later loses the system's properties, which some POMs need.
        return Runtimes.INSTANCE.getRuntime().create(overrides.offline(offline).build());
    }

    private int run(List<String> args, PrintStream out) {
        if (args.get(0).contains("#")) {
            return files(args, out);
        }
        List<Dependency> wanted = new ArrayList<>();
        List<Dependency> pins = new ArrayList<>();
        List<Exclusion> exclusions = new ArrayList<>();
        for (String arg : args) {
            if (arg.startsWith(EXCLUDE)) {
                String[] parts = arg.substring(EXCLUDE.length()).split(":", -1);
                exclusions.add(new Exclusion(parts[0], parts[1], "*", "*"));
            } else if (arg.startsWith(PIN)) {
                pins.add(new Dependency(new DefaultArtifact(arg.substring(PIN.length())), "runtime"));
            } else {
                wanted.add(new Dependency(new DefaultArtifact(arg), "runtime"));
            }
        }
        List<Dependency> roots =
                wanted.stream().map(d -> d.setExclusions(exclusions)).toList();
        try {
            for (ArtifactResult jar : resolve(new CollectRequest(roots, pins, repositories))) {
                out.println("JAR " + jar.getArtifact().getFile().getAbsolutePath());
            }
            out.println("DONE");
            return 0;
        } catch (DependencyCollectionException | DependencyResolutionException e) {
            out.println("FAILED " + failureText().of(e, wanted.get(0).getArtifact()));
            return 1;
        }
    }

    private List<ArtifactResult> resolve(CollectRequest request)
            throws DependencyCollectionException, DependencyResolutionException {
        CollectResult collected = system.collectDependencies(session, request);
        PreorderNodeListGenerator nodes = new PreorderNodeListGenerator();
        collected.getRoot().accept(nodes);
        progress.expect((int) nodes.getArtifacts(true).stream()
                .filter(artifact -> !isHere(artifact))
                .count());
        DependencyRequest all =
                new DependencyRequest(collected.getRoot(), DependencyFilterUtils.classpathFilter("compile", "runtime"));
        return system.resolveDependencies(session, all).getArtifactResults();
    }

    private int files(List<String> args, PrintStream out) {
        List<ArtifactRequest> requests = new ArrayList<>();
        for (String arg : args) {
            requests.add(
                    new ArtifactRequest(new DefaultArtifact(arg.substring(0, arg.indexOf('#'))), repositories, null));
        }
        progress.expect((int) requests.stream()
                .filter(request -> !isHere(request.getArtifact()))
                .count());
        try {
            List<ArtifactResult> results = system.resolveArtifacts(session, requests);
            for (int i = 0; i < args.size(); i++) {
                Path file = results.get(i).getArtifact().getFile().toPath().toAbsolutePath();
                if (!args.get(i).endsWith("#" + sha256(file))) {
                    out.println("FAILED " + file + " is not the file that this Dyno was built with: its SHA-256 is "
                            + sha256(file) + ". Remove it, and check the repository that it came from.");
                    return 1;
                }
                out.println("JAR " + file);
            }
            out.println("DONE");
            return 0;
        } catch (ArtifactResolutionException e) {
            out.println("FAILED " + failureText().of(e, requests.get(0).getArtifact()));
            return 1;
        }
    }

    private static String sha256(Path file) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (IOException | NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isHere(Artifact artifact) {
        return session.getLocalRepositoryManager()
                .find(session, new LocalArtifactRequest(artifact, repositories, ""))
                .isAvailable();
    }

    private FailureText failureText() {
        return new FailureText(system, session, repositories);
    }

    private static void endWithTheTool() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The tool never writes anything.
                        }
                    } catch (IOException e) {
                        // A broken pipe is the end of the tool, too.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "tool-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
