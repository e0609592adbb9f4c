package dev.dyno.broker.resolver;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.MavenSystemHome;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.settings.building.DefaultSettingsBuilderFactory;
import org.apache.maven.settings.building.DefaultSettingsBuildingRequest;
import org.apache.maven.settings.building.SettingsBuildingException;

/** {@code <offline>} of the user's Maven settings, the one thing in them that MIMA leaves to its caller. */
final class Offline {

    private Offline() {}

    static boolean inSettingsOf(Context context) {
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
