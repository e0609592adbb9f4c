package dev.dyno.broker.resolver;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.MavenSystemHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;

/** The settings of the user's Maven. */
final class MavenSettings {

    private MavenSettings() {}

    /** Maven installation, for its settings for all users of this machine; empty if none is found. */
    static Optional<Path> home() {
        String named = System.getenv("MAVEN_HOME");
        if (named != null && hasSettings(Path.of(named))) {
            return Optional.of(Path.of(named));
        }
        String path = System.getenv("PATH");
        for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
            Path mvn = Path.of(folder, "mvn");
            if (Files.isExecutable(mvn)) {
                return above(mvn).filter(MavenSettings::hasSettings);
            }
        }
        return Optional.empty();
    }

    /** Installation that bin/mvn belongs to, through any links. */
    private static Optional<Path> above(Path mvn) {
        try {
            return Optional.ofNullable(mvn.toRealPath().getParent()).map(Path::getParent);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasSettings(Path home) {
        return Files.isReadable(home.resolve("conf").resolve("settings.xml"));
    }

    /** {@code <offline>}, the one thing in the settings that MIMA leaves to its caller. */
    static boolean isOffline(Context context) {
        DefaultSettingsBuildingRequest request = new DefaultSettingsBuildingRequest();
        request.setSystemProperties(System.getProperties());
        Path user = context.mavenUserHome().settingsXml();
        if (Files.isReadable(user)) {
            request.setUserSettingsFile(user.toFile());
        }
        MavenSystemHome system = context.mavenSystemHome();
        if (system != null && Files.isReadable(system.settingsXml())) {
            request.setGlobalSettingsFile(system.settingsXml().toFile());
        }
        try {
            return new DefaultSettingsBuilderFactory()
                    .newInstance()
                    .build(request)
                    .getEffectiveSettings()
                    .isOffline();
        } catch (SettingsBuildingException e) {
            throw new IllegalStateException("Maven's settings cannot be read: " + e.getMessage(), e);
        }
    }
}
