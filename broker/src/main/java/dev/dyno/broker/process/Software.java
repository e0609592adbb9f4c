package dev.dyno.broker.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Where a broker's program comes from. Texts may hold placeholders. */
public sealed interface Software {

    /**
     * Jars that come with Dyno.
     *
     * @param folder of the jars, relative to the dyno home
     */
    record Bundled(Path folder, Jvm jvm) implements Software {}

    /**
     * Jars that are fetched on first use into the user's local Maven repository.
     *
     * @param artifacts {@code group:artifact:version}, each fetched with what it depends on
     * @param exclude {@code group:artifact} that is not fetched, whoever depends on it
     * @param pin {@code group:artifact:version} that is taken, whatever version is depended on
     */
    record Fetched(List<String> artifacts, List<String> exclude, List<String> pin, Jvm jvm) implements Software {

        public Fetched {
            artifacts = List.copyOf(artifacts);
            exclude = List.copyOf(exclude);
            pin = List.copyOf(pin);
        }
    }

    /**
     * A program that is installed on this machine, or not.
     *
     * @param program its file name
     * @param lookIn folders that come after those of the PATH
     * @param wrappedIn folders of the PATH whose file of that name is the system's wrapper, which comes last
     * @param install how to get it, one sentence
     * @param versionCommand prints the version
     * @param versionPattern finds the version in that, as its first group
     * @param pythonPackage carries any version of the program as a file, and has the same versions
     * @param image has any version of it, too
     */
    record Installed(
            String program,
            List<Path> lookIn,
            List<Path> wrappedIn,
            String install,
            List<String> versionCommand,
            String versionPattern,
            Optional<String> pythonPackage,
            Optional<Image> image)
            implements Software {

        public Installed {
            lookIn = List.copyOf(lookIn);
            wrappedIn = List.copyOf(wrappedIn);
            versionCommand = List.copyOf(versionCommand);
        }

        /** Whether the user names the image rather than a version of it. */
        boolean isAnyImage() {
            return image.isPresent() && image.get().name().equals("${version}");
        }
    }

    /**
     * The image from which a container is made.
     *
     * @param name with {@code ${version}} in it
     * @param entrypoint the program in it; empty = the image's own
     * @param versionCommand prints the version, in the container
     * @param publish ports here and there; empty = it has the network, the data folder and the user of this machine
     */
    record Image(String name, Optional<String> entrypoint, List<String> versionCommand, List<String> publish) {

        public Image {
            publish = List.copyOf(publish);
            versionCommand = List.copyOf(versionCommand);
        }
    }

    /**
     * How jars are run.
     *
     * @param main main class
     * @param flags of the JVM
     * @param launcher folder of jars of ours that come first on the class path, relative to the dyno home
     * @param newestJava the last major version of Java that can run it; empty = any
     */
    record Jvm(String main, List<String> flags, Optional<Path> launcher, OptionalInt newestJava) {

        public Jvm {
            flags = List.copyOf(flags);
        }
    }
}
